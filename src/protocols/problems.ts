import type { Language, MalformedReason } from '../core/protocol';

const FORMAT = {
  en: 'Write Thought: and then either Action: with Action Input:, or Final Answer: with the answer.',
  zh: '请先写 Thought:，然后写 Action: 和 Action Input:，或者写 Final Answer: 和答案。',
};

const PROBLEMS: Readonly<Record<Language, Readonly<Record<MalformedReason, string>>>> = {
  en: {
    'missing-action': `Your reply had neither an action nor a final answer. ${FORMAT.en}`,
    'missing-input': `The action had no input. ${FORMAT.en}`,
    'none-action': 'Your action names no tool. If no tool is needed, write Final Answer: with the answer for the user.',
    'bad-json': 'The action input is no valid JSON. Write it again as one complete JSON object with double quotes.',
    truncated: 'Your reply was cut off at the length limit, and nothing of it was used. Write it again, shorter.',
    filtered:
      'Your reply was cut off by the content filter of the provider, and nothing of it was used. Word it differently.',
    empty: `Your reply held nothing to use. ${FORMAT.en}`,
    'cut-in-reasoning': `Your reply ended inside your reasoning. Reason less. ${FORMAT.en}`,
    ambiguous: `It is unclear whether the step in your code block was meant. Write it without a code block. ${FORMAT.en}`,
  },
  zh: {
    'missing-action': `你的回复里既没有行动，也没有最终答案。${FORMAT.zh}`,
    'missing-input': `行动没有输入。${FORMAT.zh}`,
    'none-action': '你的行动没有写工具名。如果不需要工具，请写 Final Answer: 和给用户的答案。',
    'bad-json': 'Action Input 不是有效的 JSON。请重新写成一个完整的 JSON 对象，使用双引号。',
    truncated: '你的回复超过长度上限被截断，没有被采用。请写得更短一些。',
    filtered: '你的回复被服务商的内容过滤器截断，没有被采用。请换一种说法。',
    empty: `你的回复里没有可用的内容。${FORMAT.zh}`,
    'cut-in-reasoning': `你的回复在推理过程中就结束了。请缩短推理。${FORMAT.zh}`,
    ambiguous: `不清楚代码块中的步骤是否要执行。请不要把它写在代码块里。${FORMAT.zh}`,
  },
};

/** What the model is told about a reply that could not be read. */
export const problemOf = (reason: MalformedReason, language: Language): string => PROBLEMS[language][reason];
