import { looksLikeJson } from '../json-step';
import { fenceAt, lineEnd, linesOf } from '../fences';
import { matchLabel } from './labels';
import { scanLabels } from './scan-labels';

/**
 * A step that was written inside a code fence, without the fence; undefined when the text does not open with one that holds a
 * step. The answer in it may hold blocks of its own, so an odd mark is the fence's own closing one.
 */
export function unwrapFence(text: string): string | undefined {
  const trimmed = text.trim();
  const opener = fenceAt(trimmed, 0, lineEnd(trimmed, 0) + 1);
  if (!opener) return undefined;
  const inner = trimmed.slice(opener.end);
  if (!opensStep(inner)) return undefined;
  const marks = linesOf(inner).filter(([start, end]) => fenceAt(inner, start, end));
  const last = marks.at(-1);
  if (!last || marks.length % 2 === 0) return inner;
  const after = inner.slice(last[1]);
  const isChatter = scanLabels(after).length === 0;
  return inner.slice(0, last[0]) + (isChatter ? '' : after);
}

function opensStep(text: string): boolean {
  const inner = text.trimStart();
  return looksLikeJson(inner) || inner === '' || typeof matchLabel(inner, 0, lineEnd(inner, 0)) !== 'string';
}
