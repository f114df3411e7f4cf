import { blockEnd, tagAt } from './reasoning-tags';
import type { Stripped } from './text/strip-reasoning';

/** Where the data that starts at `at` ends (a JSON value, a code block); tags in it are text. `isFirst`: only blanks precede it in its line. */
export type DataEnd = (at: number, isFirst: boolean) => number | undefined;

const ANY_TAG = /[<[◁]\/?(?:think|thought|reasoning|seed:think)/i;
const QUOTES = '`"\'“‘「';

/**
 * Takes reasoning out of a reply without labels: blocks that open at a line start, and everything before a closing tag without
 * an opening one. An opening tag that is never closed is a reply cut in its reasoning when nothing stands before it, else text.
 */
export function withoutReasoning(text: string, dataEnd: DataEnd): Stripped {
  if (!ANY_TAG.test(text)) return { text, reasoning: '', cut: false };
  const kept: string[] = [];
  const reasoning: string[] = [];
  const take = (from: number, to: number): void => void kept.push(text.slice(from, to));
  let from = 0;
  let isFirst = true;
  let mayOpen = true;
  for (let at = 0; at < text.length;) {
    const end = dataEnd(at, isFirst);
    const tag = end === undefined ? tagAt(text, at) : undefined;
    if (end !== undefined) {
      at = end;
      isFirst = text[end - 1] === '\n';
    } else if (tag && !tag.closing && isFirst && mayOpen) {
      const block = blockEnd(text, tag.end);
      if (block) {
        take(from, at);
        reasoning.push(text.slice(tag.end, block.inner));
        from = at = block.end;
      } else if (isBlankText(kept.join('') + text.slice(from, at))) {
        return { text: '', reasoning: joined([...reasoning, text.slice(tag.end)]), cut: true };
      } else mayOpen = false;
    } else if (tag?.closing && endsReasoning(text, at, tag.end, isFirst)) {
      take(from, at);
      reasoning.push(kept.splice(0).join(''));
      from = at = tag.end;
      isFirst = true;
    } else {
      isFirst = text[at] === '\n' || (isFirst && isBlankText(text[at] as string));
      at = tag?.end ?? at + 1;
    }
  }
  take(from, text.length);
  return { text: kept.join(''), reasoning: joined(reasoning), cut: false };
}

/** A closing tag without an opening one, alone in its line, at its end, or glued to what it parts. */
function endsReasoning(text: string, at: number, end: number, isFirst: boolean): boolean {
  const before = text[at - 1] ?? '\n';
  if (QUOTES.includes(before) || isBlankText(text.slice(end, end + MAX_GAP))) return false;
  const after = text[end] as string;
  if (isFirst || !isBlankText(before)) return isFirst || after === '\n' || !isBlankText(after);
  return after === '\n';
}
const MAX_GAP = 64;

const isBlankText = (text: string): boolean => text.trim() === '';
const joined = (parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n');
