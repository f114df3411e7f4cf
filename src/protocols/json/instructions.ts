import type { Language } from '../../core/protocol';
import type { ToolSpec } from '../../core/tool';
import { exampleInput, exampleTool, toolLine } from '../tool-lines';
import { FINAL_ANSWER } from './step-schema';

interface Wording {
  opening: string;
  tools: string;
  rules: string;
  none: string;
  act: string;
  done: string;
  answer: string;
}

/** Short on purpose: these bytes are sent with every step. The word JSON must be there, or OpenAI refuses its JSON mode. */
const WORDING: Readonly<Record<Language, Wording>> = {
  en: {
    opening: 'Tools, with the JSON Schema of their input (? = optional):',
    tools: 'Each reply is one JSON object and nothing else, either an action or the final answer:',
    rules: `Rules: one object per reply, then stop; the user sends the Observation, never write it yourself. Use only the tools above. Take every fact from observations: never invent data; if something needed is missing, ask for it in the final answer. Do all arithmetic with a tool if there is one. After an error, correct the input or try another way. Answer in the user's language.`,
    none: 'There are no tools.',
    act: 'I need data first.',
    done: 'I have what I need.',
    answer: 'the whole answer for the user',
  },
  zh: {
    opening: '工具及其输入的 JSON Schema（? 表示可选）：',
    tools: '每次回复只写一个 JSON 对象，不写其他内容：行动，或最终答案：',
    rules:
      '规则：每次只写一个对象，写完就停；Observation 由用户提供，绝不能自己写。只能使用上面的工具。所有事实都来自 Observation，绝不编造数据；缺少必要信息时在最终答案里询问。有计算工具时，一切计算都用工具。出错后修正输入或换一种方法。用用户的语言回答。',
    none: '没有工具。',
    act: '需要先查数据。',
    done: '已有所需数据。',
    answer: '给用户的完整答案',
  },
};

/** Format rules, the tools and two short example steps. */
export function jsonInstructions(tools: readonly ToolSpec[], language: Language): string {
  const words = WORDING[language];
  const list = tools.length === 0 ? words.none : `${words.opening}\n${tools.map(toolLine).join('\n')}`;
  const tool = exampleTool(tools);
  const steps = [
    ...(tool ? [{ thought: words.act, action: tool.name, action_input: exampleInput(tool) }] : []),
    { thought: words.done, action: FINAL_ANSWER, action_input: words.answer },
  ];
  return [list, words.tools, ...steps.map((step) => JSON.stringify(step)), words.rules].join('\n');
}
