import { jsonrepair } from 'jsonrepair';

/** A JSON value, and the same value with each number that JavaScript cannot spell back kept as the text that was written. */
export interface ReadJson {
  readonly value: unknown;
  readonly exact: unknown;
}

/**
 * Reads a text that starts with `{` or `[`: strictly first, repaired only when it is complete, for half an input must never
 * run. Undefined when it is no JSON.
 */
export function readJson(text: string): ReadJson | undefined {
  const strict = parsed(text);
  if (strict) return { value: strict.value, exact: exactOf(text, strict.value) };
  if (text.length > MAX_REPAIR || !isComplete(text)) return undefined;
  const repaired = repairedText(text) ?? repairedText(halfWidth(text));
  const value = repaired === undefined ? undefined : parsed(repaired)?.value;
  return repaired === undefined || value === undefined ? undefined : { value, exact: exactOf(repaired, value) };
}

function repairedText(text: string): string | undefined {
  try {
    return jsonrepair(text);
  } catch {
    return undefined; // it gives up, or runs out of stack on thousands of open brackets
  }
}

/** Chinese input methods put ： and ， between the strings. */
function halfWidth(text: string): string {
  let closer = '';
  const plain = [...text].map((char) => {
    if (closer) closer = char === closer ? '' : closer;
    else if (char === '"' || char === '“') closer = char === '"' ? '"' : '”';
    else if (char === '：') return ':';
    else if (char === '，') return ',';
    return char;
  });
  return plain.join('');
}

/** Longest text that is repaired, in UTF-16 units. */
const MAX_REPAIR = 65_536;

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** Whether the bracket that opens the text closes with its last character; quotes of either kind are skipped. */
function isComplete(text: string): boolean {
  const open: string[] = [];
  let quote = '';
  for (let index = 0; index < text.length; index++) {
    const char = text[index]!;
    if (quote) {
      if (char === '\\') index++;
      else if (char === quote) quote = '';
    } else if (char === '"' || (char === "'" && !isApostrophe(text, index))) quote = char;
    else if (CLOSERS[char]) open.push(CLOSERS[char]);
    else if (char === '}' || char === ']') {
      if (open.pop() !== char) return false;
      if (open.length === 0) return index === text.length - 1;
    }
  }
  return false;
}

const isApostrophe = (text: string, index: number): boolean => isLetter(text[index - 1]) && isLetter(text[index + 1]);

const isLetter = (char: string | undefined): boolean => char !== undefined && char.toLowerCase() !== char.toUpperCase();

/** `value` again, with numbers such as 12345678901234567890 or 1.50 as strings of their own spelling. */
function exactOf(json: string, value: unknown): unknown {
  const quoted = quoteInexactNumbers(json);
  return quoted === json ? value : (parsed(quoted)?.value ?? value);
}

/** `json` is valid, so outside of strings a digit or a minus starts a number. */
function quoteInexactNumbers(json: string): string {
  const pieces: string[] = [];
  let kept = 0;
  for (let index = 0; index < json.length; index++) {
    const char = json[index]!;
    if (char === '"') index = endOfString(json, index);
    else if (isNumberStart(char)) {
      let end = index + 1;
      while (end < json.length && isNumberPart(json[end]!)) end++;
      const spelling = json.slice(index, end);
      if (String(Number(spelling)) !== spelling) {
        pieces.push(json.slice(kept, index), '"', spelling, '"');
        kept = end;
      }
      index = end - 1;
    }
  }
  return kept === 0 ? json : pieces.join('') + json.slice(kept);
}

function endOfString(json: string, start: number): number {
  let index = start + 1;
  while (index < json.length && json[index] !== '"') index += json[index] === '\\' ? 2 : 1;
  return index;
}

const isNumberStart = (char: string): boolean => char === '-' || (char >= '0' && char <= '9');

const isNumberPart = (char: string): boolean =>
  isNumberStart(char) || char === '.' || char === 'e' || char === 'E' || char === '+';
