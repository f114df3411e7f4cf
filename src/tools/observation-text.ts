import type { Observation } from '../core/tool';
import { CutText } from './cut-text';
import { writeResult } from './result-text';
import type { ToolSentences } from './tool-sentences';

/** Longest observation, in UTF-16 units, unless an app asks for another bound. */
export const MAX_OBSERVATION_CHARS = 8_000;

/** Three bytes a character at most, so an observation never takes more than 64 KiB in the store. */
export const HIGHEST_OBSERVATION_CHARS = 21_000;

/**
 * A tool's result as the model reads it. It is cut here, once: its beginning and its end stay, with a mark between them that
 * tells the whole length.
 */
export function observationOf(ok: boolean, result: unknown, maxChars: number, say: ToolSentences): Observation {
  const mark = (left: number, full: number): string => `\n${say.leftOut(left, full)}\n`;
  const room = maxChars - mark(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).length;
  const tailChars = Math.floor(room / 4);
  const text = new CutText(maxChars, maxChars);
  if (result === undefined || result === '') text.push(say.noResult);
  else writeResult(result, text);
  if (text.length <= maxChars) return { ok, content: storable(text.head) };
  const head = withoutHalfPair(text.head.slice(0, room - tailChars));
  const tail = text.tail.slice(-tailChars);
  const left = text.length - head.length - tail.length;
  return { ok, content: storable(`${head}${mark(left, text.length)}${tail}`), fullLength: text.length };
}

const withoutHalfPair = (head: string): string => {
  const last = head.charCodeAt(head.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? head.slice(0, -1) : head;
};

/**
 * The text with U+FFFD for NUL and for half surrogate pairs, which databases refuse. The way through a buffer also lets go of
 * the string that it was sliced from, which may be a thousand times as long.
 */
const storable = (text: string): string => Buffer.from(text.replaceAll('\0', '\ufffd'), 'utf8').toString('utf8');
