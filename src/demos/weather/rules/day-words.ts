import { words } from '../../reading/words';

/** Words for a day, and the name that the tool gives it. */
export const DAY_WORDS: ReadonlyMap<string, string> = new Map([
  ['大后天', '3 天后'],
  ['大前天', '3 天前'],
  ['后天', '后天'],
  ['明天', '明天'],
  ['明日', '明天'],
  ['今天', '今天'],
  ['今日', '今天'],
  ['现在', '今天'],
  ['当前', '今天'],
  ['目前', '今天'],
  ['昨天', '昨天'],
  ['昨日', '昨天'],
  ['前天', '前天'],
]);

export const ALL_DAYS = words('这几天 最近几天 未来几天 近几天 最近 各天 每天');

/** Times that the tool knows nothing of; one of them must not be answered with another day. */
const OTHER_TIMES = words(
  '星期 礼拜 周一 周二 周三 周四 周五 周六 周日 周末 下周 上周 本周 这周 早上 上午 中午 下午 傍晚 晚上 今晚 明晚 夜里 小时',
);

/** Days in the order of the text, as the tool names them; without repeats. */
export function daysIn(text: string): readonly string[] {
  const days: string[] = [];
  let at = 0;
  while (at < text.length) {
    const found = [...DAY_WORDS].find(([word]) => text.startsWith(word, at)); // longer words stand first
    if (found) days.push(found[1]);
    at += found?.[0].length ?? 1;
  }
  return [...new Set(days)];
}

/** Where the first word for a day stands; -1 without one. */
export const firstDayAt = (text: string): number => {
  const places = [...DAY_WORDS.keys()].map((word) => text.indexOf(word)).filter((place) => place >= 0);
  return places.length > 0 ? Math.min(...places) : -1;
};

export const namesOtherTime = (text: string): boolean =>
  OTHER_TIMES.some((word) => text.includes(word)) || /[0-9一二三四五六七八九十][月号日]/.test(text);
