import type { Language, MalformedReason } from '../core/protocol';

/** Calls of one reply. Each is a row, several facts and maybe a person's decision: thousands would hold the process, and every reader. */
export const MAX_CALLS = 16;

/** Whose rules a sentence repeats to the model. */
export type Spelling = 'text' | 'json' | 'native';

interface Words {
  /** What a reply looks like. */
  format: string;
  /** How to end the run. */
  toAnswer: string;
  badJson: Fault;
  /** Where a step must not be written. */
  ambiguous: Fault;
}

interface Fault {
  /** In the words of the protocol that the reply was written in. */
  wrong: string;
  /** How to write it in the same protocol. */
  again: string;
}

const WORDS: Readonly<Record<Language, Readonly<Record<Spelling, Words>>>> = {
  en: {
    text: {
      format: 'Write Thought: and then either Action: with Action Input:, or Final Answer: with the answer.',
      toAnswer: 'write Final Answer: with the answer for the user.',
      badJson: {
        wrong: 'The action input is no valid JSON.',
        again: 'Write it again as one complete JSON object with double quotes.',
      },
      ambiguous: {
        wrong: 'It is unclear whether the step in your code block was meant.',
        again: 'Write it without a code block.',
      },
    },
    json: {
      format:
        'Reply with one JSON object and nothing else: {"thought": "…", "action": "tool name, or Final Answer", "action_input": …}',
      toAnswer: 'use the action "Final Answer" and put the answer for the user into "action_input".',
      badJson: {
        wrong: 'Your reply is no valid JSON.',
        again: 'Write it again as one complete JSON object with double quotes.',
      },
      ambiguous: {
        wrong: 'It is unclear whether the JSON in your text was meant as the step.',
        again: 'Write it alone.',
      },
    },
    native: {
      format: 'Call a tool, or write the answer for the user as plain text.',
      toAnswer: 'write the answer for the user as plain text.',
      badJson: {
        wrong: 'The arguments of a tool call are no valid JSON object, so no tool was run.',
        again: 'Make the call again.',
      },
      ambiguous: { wrong: 'It is unclear whether the call in your text was meant.', again: 'Use a tool call.' },
    },
  },
  zh: {
    text: {
      format: '请先写 Thought:，然后写 Action: 和 Action Input:，或者写 Final Answer: 和答案。',
      toAnswer: '请写 Final Answer: 和给用户的答案。',
      badJson: { wrong: 'Action Input 不是有效的 JSON。', again: '请重新写成一个完整的 JSON 对象，使用双引号。' },
      ambiguous: { wrong: '不清楚代码块中的步骤是否要执行。', again: '请不要把它写在代码块里。' },
    },
    json: {
      format:
        '请只回复一个 JSON 对象：{"thought": "…", "action": "工具名，或 Final Answer", "action_input": …}，不要写其他内容。',
      toAnswer: '请把 "action" 写成 "Final Answer"，并把给用户的答案写在 "action_input" 里。',
      badJson: { wrong: '你的回复不是有效的 JSON。', again: '请重新写成一个完整的 JSON 对象，使用双引号。' },
      ambiguous: { wrong: '不清楚文字中的 JSON 是否是要执行的步骤。', again: '请只写这个 JSON 对象。' },
    },
    native: {
      format: '请调用工具，或者直接用文字写出给用户的答案。',
      toAnswer: '请直接用文字写出给用户的答案。',
      badJson: { wrong: '工具调用的参数不是有效的 JSON 对象，没有执行任何工具。', again: '请重新调用。' },
      ambiguous: { wrong: '不清楚文字中的调用是否要执行。', again: '请使用工具调用。' },
    },
  },
};

/** `writing` is the protocol that the model writes in now, `written` the one that the reply was in. */
interface Spellings {
  readonly writing: Words;
  readonly written: Words;
}

const SENTENCES: Readonly<Record<Language, (spellings: Spellings) => Readonly<Record<MalformedReason, string>>>> = {
  en: ({ writing, written }) => ({
    'missing-action': `Your reply had neither an action nor a final answer. ${writing.format}`,
    'missing-input': `The action had no input. ${writing.format}`,
    'none-action': `Your action names no tool. If no tool is needed, ${writing.toAnswer}`,
    'bad-json': `${written.badJson.wrong} ${writing === written ? writing.badJson.again : writing.format}`,
    truncated: 'Your reply was cut off at the length limit, and nothing of it was used. Write it again, shorter.',
    filtered:
      'Your reply was cut off by the content filter of the provider, and nothing of it was used. Word it differently.',
    empty: `Your reply held nothing to use. ${writing.format}`,
    'cut-in-reasoning': `Your reply ended inside your reasoning. Reason less. ${writing.format}`,
    ambiguous: `${written.ambiguous.wrong} ${writing === written ? `${writing.ambiguous.again} ` : ''}${writing.format}`,
    'too-many-calls': `Your reply had more than ${MAX_CALLS} tool calls, so none of them was run. Make fewer at a time. ${writing.format}`,
  }),
  zh: ({ writing, written }) => ({
    'missing-action': `你的回复里既没有行动，也没有最终答案。${writing.format}`,
    'missing-input': `行动没有输入。${writing.format}`,
    'none-action': `你的行动没有写工具名。如果不需要工具，${writing.toAnswer}`,
    'bad-json': `${written.badJson.wrong}${writing === written ? writing.badJson.again : writing.format}`,
    truncated: '你的回复超过长度上限被截断，没有被采用。请写得更短一些。',
    filtered: '你的回复被服务商的内容过滤器截断，没有被采用。请换一种说法。',
    empty: `你的回复里没有可用的内容。${writing.format}`,
    'cut-in-reasoning': `你的回复在推理过程中就结束了。请缩短推理。${writing.format}`,
    ambiguous: `${written.ambiguous.wrong}${writing === written ? writing.ambiguous.again : ''}${writing.format}`,
    'too-many-calls': `你的回复一次调用了超过 ${MAX_CALLS} 个工具，全部没有执行。请一次少调用几个。${writing.format}`,
  }),
};

/** What the model is told about a reply that could not be read: what was wrong with it, and how to write now. */
export function problemOf(
  reason: MalformedReason,
  language: Language,
  { writing, written = writing }: { readonly writing: Spelling; readonly written?: string },
): string {
  const words = WORDS[language];
  const known = Object.hasOwn(words, written) ? (written as Spelling) : writing;
  return SENTENCES[language]({ writing: words[writing], written: words[known] })[reason];
}
