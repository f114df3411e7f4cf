import { readJson } from './lenient-json';

/** A step written as one JSON object, whatever its keys are called. */
export interface JsonStep {
  thought: string;
  action: string | undefined;
  input: unknown;
  answer: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const THOUGHT = 'thought|thoughts|reasoning|思考|想法'.split('|');
const ACTION = 'action|tool|toolname|actionname|function|行动|动作|工具'.split('|');
const INPUT = 'actioninput|toolinput|input|arguments|args|parameters|params|行动输入|动作输入|输入|参数'.split('|');
const ANSWER = 'finalanswer|answer|finalresponse|最终答案|最终回答|答案'.split('|');
const WRAPPERS = 'toolcall|toolcalls|functioncall|step|response'.split('|');

/** What a key of a step stands for, however it is spelled; `first` for the spelling that wins over its synonyms. */
export function keyRole(
  key: string,
): { role: 'thought' | 'action' | 'input' | 'answer' | 'wrapper'; first: boolean } | undefined {
  const folded = foldKey(key);
  for (const [role, keys] of ROLES) if (keys.includes(folded)) return { role, first: keys[0] === folded };
  return undefined;
}
const ROLES = [
  ['thought', THOUGHT],
  ['action', ACTION],
  ['input', INPUT],
  ['answer', ANSWER],
  ['wrapper', WRAPPERS],
] as const;

/** The step in a parsed value (the first one of a list), or undefined when it is none. */
export function stepIn(value: unknown): JsonStep | undefined {
  const found = Array.isArray(value) ? (value[0] as unknown) : value;
  if (!isFields(found)) return undefined;
  const fields = byFoldedKey(found);
  const wrapped = first(fields, WRAPPERS);
  const inner = wrapped === undefined ? undefined : stepIn(wrapped);
  if (inner) return { ...inner, thought: inner.thought || textOf(first(fields, THOUGHT)) };

  const thought = textOf(first(fields, THOUGHT));
  let action = first(fields, ACTION);
  let input = first(fields, INPUT);
  if (isFields(action)) {
    const nested = byFoldedKey(action);
    input = first(nested, INPUT) ?? input;
    action = first(nested, ['name', ...ACTION]);
  }
  if (action === undefined && input !== undefined) action = fields['name'];
  const answer = first(fields, ANSWER);
  if (action === undefined && answer === undefined && !THOUGHT.some((key) => key in fields)) return undefined;
  return {
    thought,
    action: typeof action === 'string' ? action : undefined,
    input: input ?? '',
    answer: answer === undefined ? undefined : textOf(answer),
  };
}

/** The step that the JSON at the start of `text` is, and where it ends. */
export function readStep(text: string): { step: JsonStep; end: number } | undefined {
  const read = readJson(text, 0);
  const step = read && stepIn(read.value);
  return step && { step, end: read.end };
}

export const looksLikeJson = (text: string): boolean =>
  text[0] === '{' || (text[0] === '[' && text.slice(1, 200).trimStart()[0] === '{');

/** Text of a field that should hold text; anything else as JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byFoldedKey = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [foldKey(key), value]));

const foldKey = (key: string): string => key.toLowerCase().replaceAll(/[\s_-]/g, '');

const first = (fields: Fields, keys: readonly string[]): unknown => {
  const key = keys.find((candidate) => Object.hasOwn(fields, candidate) && fields[candidate] !== null);
  return key === undefined ? undefined : fields[key];
};
