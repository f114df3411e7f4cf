import { ConfigError } from '../core/errors';

const MAX_NAME = 64;

/** Signs that would end or split a name in `Action: Tool[input]`, `Tool(input)` or `{"action":"Tool"}`. */
const SIGNS = '[](){}<>:"`\'\\【】（）［］｛｝：“”';

/** What the text and JSON protocols read as the end of a run, or as no action at all. */
const TAKEN = ['final answer', 'final', 'finish', 'answer', 'none', 'null', '最终答案', '无'];

/** A tool's name, in any language. @throws ConfigError for a name that a model could not call */
export function checkToolName(name: unknown, className: string): string {
  const faulty = faultOf(name);
  if (faulty === undefined) return name as string;
  throw new ConfigError(
    `The name of tool class ${className} ${faulty}; expected 1 to ${MAX_NAME} characters of any language without ` +
      `line breaks, brackets, quotes or colons, got ${JSON.stringify(name) ?? 'nothing'}`,
  );
}

function faultOf(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.trim() === '') return 'is missing or blank';
  const chars = [...name];
  if (chars.length > MAX_NAME) return `has ${chars.length} characters`;
  if (name.trim() !== name) return 'begins or ends with a blank';
  // also zero-width characters and half surrogates: a name that looks like another one
  const control = chars.find((char) => /^[\p{C}\p{Zl}\p{Zp}]$/u.test(char));
  if (control !== undefined)
    return `holds the control character U+${control.codePointAt(0)!.toString(16).padStart(4, '0')}`;
  const sign = chars.find((char) => SIGNS.includes(char));
  if (sign !== undefined) return `holds the sign ${sign}`;
  return TAKEN.includes(name.toLowerCase()) ? 'is what protocols read as the end of a run' : undefined;
}
