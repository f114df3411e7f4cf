import type { Language } from '../../core/protocol';
import type { ToolSpec } from '../../core/tool';

/** The provider tells the model how to call; only what it does not say stands here. */
const RULES: Readonly<Record<Language, string>> = {
  en: `Rules: take every fact from tool results: never invent data; if something needed is missing, ask for it instead of calling a tool. Do all arithmetic with a tool if there is one. Calls that do not depend on each other may be made together. After an error, correct the arguments or try another way. When you have what you need, write the answer for the user as plain text, in the user's language.`,
  zh: '规则：所有事实都来自工具结果，绝不编造数据；缺少必要信息时直接询问用户，不要调用工具。有计算工具时，一切计算都用工具。互不依赖的调用可以同时发出。出错后修正参数或换一种方法。信息足够后，直接用文字写出给用户的答案，使用用户的语言。',
};

export const nativeInstructions = (_tools: readonly ToolSpec[], language: Language): string => RULES[language];
