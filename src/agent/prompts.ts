import type { Language } from '../core/protocol';

/** The sentences of one language; tool descriptions and a protocol's format rules stand where they belong. */
interface Sentences {
  /** Put after the question: the day that the run takes for today. */
  today(date: string, timeZone: string): string;
  /** Asks for the forced answer. */
  forced(reason: string): string;
}

const REASONS: Record<Language, Readonly<Record<string, string>>> = {
  en: {
    step_limit: 'the step limit is reached',
    token_budget: 'the token budget is used up',
    deadline: 'the time is nearly up',
    idle: 'the same action gave the same observation again and again',
    malformed_replies: 'several replies in a row could not be read',
  },
  zh: {
    step_limit: '已达到步数上限',
    token_budget: 'token 预算已用完',
    deadline: '时间即将用完',
    idle: '同一操作多次得到同样的观察结果',
    malformed_replies: '连续多次回复无法解析',
  },
};

const SENTENCES: Record<Language, Sentences> = {
  en: {
    today: (date, timeZone) => `(Today is ${date}, time zone ${timeZone}.)`,
    forced: (reason) =>
      `No more actions are possible: ${reason}. Give your best final answer now, from what was observed above, ` +
      'and say what is still unknown. Write only the final answer in the required format.',
  },
  zh: {
    today: (date, timeZone) => `（今天是 ${date}，时区 ${timeZone}。）`,
    forced: (reason) =>
      `不能再执行任何操作：${reason}。请根据上面已有的观察结果立即给出尽可能好的最终答案，并说明哪些仍不清楚。` +
      '只按规定格式写出最终答案。',
  },
};

export const todaySentence = (language: Language, date: string, timeZone: string): string =>
  SENTENCES[language].today(date, timeZone);

export const forcedSentence = (language: Language, reason: string): string =>
  SENTENCES[language].forced(REASONS[language][reason] ?? reason);
