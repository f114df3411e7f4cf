import { looksLikeJson, readStep } from '../json-step';
import { unixLines } from '../line-ends';
import { cutAtNextTurn, splitChannels, stripEndTokens, stripStartTokens } from '../leaked-tokens';
import type { ToolNames } from '../tool-names';
import { readFallback } from './fallbacks';
import type { Label } from './labels';
import { readingOfStep } from './read-json-step';
import { readLabels } from './read-labels';
import type { Reading } from './reading';
import { scanLabels } from './scan-labels';
import { stripReasoning } from './strip-reasoning';
import { unwrapFence } from './unwrap-fence';

/** What a reply's text says, and the reasoning that was taken out of it. */
export function readReply(raw: string, tools: ToolNames): { reading: Reading; reasoning: string } {
  const normal = unixLines(raw);
  const stripped = stripReasoning(stripStartTokens(normal));
  const channels = splitChannels(stripStartTokens(stripped.text));
  const reasoning = [stripped.reasoning, channels?.reasoning ?? ''].filter((part) => part !== '').join('\n');
  const text = stripEndTokens(cutAtNextTurn(channels?.text ?? stripStartTokens(stripped.text)));
  if (stripped.cut) return { reading: { kind: 'malformed', thought: '', reason: 'cut-in-reasoning' }, reasoning };
  return { reading: readText(text, tools), reasoning };
}

function readText(text: string, tools: ToolNames, isInner = false): Reading {
  if (text.trim() === '') return { kind: 'malformed', thought: '', reason: 'empty' };
  const step = readWholeStep(text.trim(), tools);
  if (step) return step;
  const labels = scanLabels(text);
  const reading = readLabels(text, labels, tools);
  if (isDecided(reading)) return stepBeforeObservation(text, labels, reading, tools) ?? reading;
  const inner = isInner ? undefined : unwrapFence(text);
  if (inner !== undefined) return readText(inner, tools, true);
  return readFallback(text, labels, reading, tools);
}

/** A broken action is an action: no other reading of the same reply may replace it. */
const isDecided = (reading: Reading): boolean => reading.kind !== 'malformed' || reading.reason === 'bad-json';

/** A reply that is one JSON step, whole or in front of some words. */
function readWholeStep(text: string, tools: ToolNames): Reading | undefined {
  if (!looksLikeJson(text)) return undefined;
  const found = readStep(text);
  if (!found) return undefined;
  return readingOfStep(found.step, tools, text.slice(found.end).trim() !== '');
}

/** An answer that builds on a made-up observation, where an oddly spelled action came before that: the action is what counts. */
function stepBeforeObservation(
  text: string,
  labels: readonly Label[],
  reading: Reading,
  tools: ToolNames,
): Reading | undefined {
  const observation = labels.find(({ kind }) => kind === 'observation');
  if (reading.kind !== 'answer' || !observation || labels.some(({ kind }) => kind === 'action')) return undefined;
  const isBefore = labels.findIndex(({ kind }) => kind === 'answer') > labels.indexOf(observation);
  const step = isBefore ? readText(text.slice(0, observation.start), tools) : undefined;
  return step?.kind === 'act' ? { ...step, discarded: true } : undefined;
}
