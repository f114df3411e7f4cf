import type { Language } from '../../core/protocol';
import type { ToolSpec } from '../../core/tool';
import { exampleInput, exampleTool, toolLine } from '../tool-lines';

interface Wording {
  opening: string;
  tools: string;
  rules: string;
  none: string;
}

/** Short on purpose: these bytes are sent with every step. */
const WORDING: Readonly<Record<Language, Wording>> = {
  en: {
    opening: 'Tools, with the JSON Schema of their input (? = optional):',
    tools: 'Each reply is one step, either an action or the final answer:',
    rules: `Rules: one action per reply, then stop; the user sends the Observation, never write it yourself. Use only the tools above. Take every fact from observations: never invent data; if something needed is missing, ask for it in Final Answer. Do all arithmetic with a tool if there is one. After an error, correct the input or try another way. Answer in the user's language. No code fences around a step.`,
    none: 'There are no tools.',
  },
  zh: {
    opening: '工具及其输入的 JSON Schema（? 表示可选）：',
    tools: '每次回复只写一步：行动，或最终答案：',
    rules:
      '规则：每次只写一个行动，写完就停；Observation 由用户提供，绝不能自己写。只能使用上面的工具。所有事实都来自 Observation，绝不编造数据；缺少必要信息时在 Final Answer 里询问。有计算工具时，一切计算都用工具。出错后修正输入或换一种方法。用用户的语言回答。不要把步骤放进代码块。',
    none: '没有工具。',
  },
};

/** Format rules, the tools and two short example steps. */
export function textInstructions(tools: readonly ToolSpec[], language: Language): string {
  const words = WORDING[language];
  const list = tools.length === 0 ? words.none : `${words.opening}\n${tools.map(toolLine).join('\n')}`;
  return [list, words.tools, exampleSteps(tools, language), words.rules].join('\n');
}

function exampleSteps(tools: readonly ToolSpec[], language: Language): string {
  const tool = exampleTool(tools);
  const zh = language === 'zh';
  const act = tool && [
    `Thought: ${zh ? '需要先查数据。' : 'I need data first.'}`,
    `Action: ${tool.name}`,
    `Action Input: ${JSON.stringify(exampleInput(tool))}`,
    '',
  ];
  const answer = [
    `Thought: ${zh ? '已有所需数据。' : 'I have what I need.'}`,
    `Final Answer: ${zh ? '给用户的完整答案' : 'the whole answer for the user'}`,
  ];
  return [...(act ?? []), ...answer].join('\n');
}
