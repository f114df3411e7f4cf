import { Fences, fenceAt, linesOf, unfence } from '../fences';
import { looksLikeJson, readStep } from '../json-step';
import { readJson } from '../lenient-json';
import type { ToolNames } from '../tool-names';
import { announcesWork } from './announcement';
import type { Label } from './labels';
import { readOneLine } from './one-line-step';
import { readLabels } from './read-labels';
import { readingOfStep } from './read-json-step';
import type { Reading } from './reading';
import { scanLabels } from './scan-labels';
import { readUnlabelledCall } from './unlabelled-call';

/** Readings of a reply that has no action and no answer at a line start: tried from the most to the least certain. */
export function readFallback(text: string, labels: readonly Label[], reading: Reading, tools: ToolNames): Reading {
  if (reading.kind === 'malformed' && reading.reason !== 'missing-action') return reading;
  const { outside, blocks } = maskFences(text);
  return (
    readJsonBlock(blocks, labels.length > 0 ? reading.thought : text, tools) ??
    readOneLine(outside, labels, tools) ??
    readUnlabelledCall(outside, labels, tools) ??
    (labels.length > 0 ? reading : readProse(text, blocks, tools))
  );
}

/** The text with its closed code blocks blanked out, and the blocks. Positions stay what they were. */
function maskFences(text: string): { outside: string; blocks: string[] } {
  const fences = new Fences(text);
  const parts: string[] = [];
  const blocks: string[] = [];
  let skipTo = 0;
  for (const [start, end] of linesOf(text)) {
    if (start < skipTo) continue;
    const close = fenceAt(text, start, end) && fences.blockEnd(text, start);
    if (close === undefined) parts.push(text.slice(start, end));
    else {
      blocks.push(text.slice(start, close));
      parts.push(' '.repeat(close - start - 1), '\n');
      skipTo = close;
    }
  }
  return { outside: parts.join(''), blocks };
}

/** A code block that holds nothing but a JSON step. */
function readJsonBlock(blocks: readonly string[], thought: string, tools: ToolNames): Reading | undefined {
  for (const block of blocks) {
    const inner = unfence(block)?.inner.trim() ?? '';
    const found = looksLikeJson(inner) ? readStep(inner) : undefined;
    if (!found || inner.slice(found.end).trim() !== '') continue;
    const reading = readingOfStep(found.step, tools, false);
    const isKnown = reading.kind === 'answer' || (reading.kind === 'act' && tools.has(reading.name));
    if (isKnown)
      return { ...reading, thought: reading.thought || (thought.split(block.trim(), 1)[0] as string).trim() };
  }
  return undefined;
}

/** Words without any marker are the answer, so that weak models do not spin; an announcement of work is none. */
function readProse(text: string, blocks: readonly string[], tools: ToolNames): Reading {
  const answer = text.trim();
  const malformed = (reason: 'missing-action' | 'bad-json' | 'ambiguous'): Reading => ({
    kind: 'malformed',
    thought: '',
    reason,
  });
  if (answer[0] === '{' && '"\'“'.includes(answer.slice(1, 200).trimStart()[0] ?? ' ') && !readJson(answer, 0))
    return malformed('bad-json');
  if (!/[^\p{P}\s`~]/u.test(answer) || announcesWork(answer)) return malformed('missing-action');
  const last = blocks.at(-1);
  if (last !== undefined && answer.endsWith(last.trim()) && holdsAction(last, tools)) return malformed('ambiguous');
  return { kind: 'answer', thought: '', answer };
}

/** The block that ends the reply may be the step itself or an example of one: the model is asked. */
function holdsAction(block: string, tools: ToolNames): boolean {
  const inner = unfence(block)?.inner ?? '';
  const reading = readLabels(inner, scanLabels(inner), tools);
  return reading.kind === 'act' && tools.has(reading.name);
}
