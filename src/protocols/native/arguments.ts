import { stripEndTokens } from '../leaked-tokens';
import { readJson, scanJson } from '../lenient-json';
import { withoutPrototypeKeys } from '../prototype-keys';

/** Deeper arguments are refused: whatever walks over them later may be recursive. */
const MAX_DEPTH = 100;

/**
 * The arguments of a call as an object; undefined for anything else. Nothing at all means no arguments. Text is read strictly
 * first and leniently second, but never when a bracket or a quote is missing: that is a call cut in the middle.
 */
export function readArguments(written: unknown): object | undefined {
  if (written === undefined || written === null) return {};
  if (typeof written !== 'string') return isObject(written) ? cleaned(written) : undefined;
  const text = stripEndTokens(written).trim();
  if (text === '' || text === 'null') return {};
  if (text[0] === '{') return objectIn(text);
  const inner = text[0] === '"' ? encodedTwice(text) : undefined;
  return inner?.startsWith('{') ? objectIn(inner) : undefined;
}

function objectIn(text: string): object | undefined {
  const scan = scanJson(text, 0);
  if (!scan.complete || scan.maxDepth > MAX_DEPTH || text.slice(scan.end).trim() !== '') return undefined;
  const value = readJson(text, 0)?.value;
  return isObject(value) ? cleaned(value) : undefined;
}

function encodedTwice(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value.trim() : undefined;
  } catch {
    return undefined;
  }
}

/** An object of a server that sends no text may be nested deeper than a recursion can follow. */
function cleaned(value: object): object | undefined {
  return isDeeperThan(value, MAX_DEPTH) ? undefined : (withoutPrototypeKeys(value) as object);
}

function isDeeperThan(value: object, depth: number): boolean {
  let level: object[] = [value];
  for (let left = depth; level.length > 0; left -= 1) {
    if (left === 0) return true;
    level = level.flatMap((item) => Object.values(item).filter((inner) => typeof inner === 'object' && inner !== null));
  }
  return false;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A call's input as arguments on the wire, where only an object will do: a bare value is what the tool's one field means. */
export function argumentsOf(input: unknown, validated?: object): object {
  if (isObject(input)) return input;
  return validated ?? (input === '' || input === undefined || input === null ? {} : { input });
}
