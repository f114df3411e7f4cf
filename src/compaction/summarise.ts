import { answerReserveMs } from '../core/agent-definition';
import type { Compaction, Compactor } from '../core/compactor';
import { deadline, isTimeout } from '../core/deadline';
import { ModelError } from '../core/errors';
import { NO_USAGE, type Message, type Model, type ModelReply } from '../core/model';
import type { Run, Step } from '../core/run';
import { UPPER_BOUND } from '../tokens/counters';
import type { PromptCounter } from '../tokens/prompt-counter';
import { tokenRatio, totalOf, type PromptSize } from './prompt-size';
import { cutToTokens, transcriptOf } from './transcript';

export interface SummariserParts {
  /** Writes the summaries: the run's own model, or a cheaper one. */
  readonly model: Model;
  /** Tokens that a prompt may have before old steps are summarised. */
  readonly contextTokens: number;
  /** Name of the protocol that spells the run's next step. */
  protocol(run: Run): string;
  /** Counts as the run's model does, about; asked only when a prompt may come near `contextTokens`. */
  counter(run: Run): PromptCounter;
  /** The run's next prompt, in the tokens of `counter`. */
  size(run: Run, counter: PromptCounter): PromptSize;
  /** Asks for a summary of at most `maxTokens` of `notes`: the steps as text, and the summary of earlier ones. */
  prompt(run: Run, notes: string, maxTokens: number): readonly Message[];
  /** The words of a reply without what is no part of the summary. */
  read(reply: ModelReply): string;
}

/** Kept for what the next prompt says at its end: a hint, or that an answer is due. In tokens. */
const CLOSING_TOKENS = 200;

/** Which steps shall go, and what there is room for; in tokens of `counter`. */
interface Plan {
  readonly steps: readonly Step[];
  readonly counter: PromptCounter;
  readonly limit: number;
  readonly summaryTokens: number;
}

/**
 * Summarises old steps by one model call when the next prompt would have more than `contextTokens`. The latest steps stay whole.
 * When the model fails, the beginnings of the old steps take the place of its summary.
 */
export const summariser =
  (parts: SummariserParts): Compactor =>
  async (run, signal) => {
    const plan = planFor(run, parts);
    const throughStep = plan?.steps.at(-1)?.index;
    if (!plan || throughStep === undefined) return undefined;
    const { name: model } = parts.model;
    return { throughStep, ...(await summaryOf(run, plan, parts, signal)), ...(model !== run.model && { model }) };
  };

/** Undefined when the prompt is short enough, or when too little would be won for the price of a call. */
function planFor(run: Run, parts: SummariserParts): Plan | undefined {
  const { summary } = run;
  const first = summary ? run.steps.findIndex(({ index }) => index > summary.throughStep) : 0;
  if (first < 0 || run.steps.length - first < 2) return undefined; // the last step is still to be read
  if (isSurelyShort(run, parts)) return undefined;
  const counter = parts.counter(run);
  const sizes = parts.size(run, counter);
  const limit = (parts.contextTokens - CLOSING_TOKENS) / tokenRatio(run, sizes, parts.protocol(run));
  if (totalOf(sizes) <= limit) return undefined;

  const summaryTokens = Math.floor(limit / 4);
  const keptTokens = (limit - sizes.head - summaryTokens) / 2;
  let end = run.steps.length - 1;
  for (let kept = sizes.steps[end] ?? 0; end > first; end--) {
    kept += sizes.steps[end - 1] ?? 0;
    if (kept > keptTokens) break;
  }
  const goingTokens = sizes.steps.slice(first, end).reduce((sum, one) => sum + one, 0);
  if (goingTokens < limit / 16) return undefined;
  return { steps: run.steps.slice(first, end), counter, limit, summaryTokens };
}

/** Most runs never get near the limit, and spare the process the tokenizer. */
function isSurelyShort(run: Run, parts: SummariserParts): boolean {
  const bound = parts.size(run, UPPER_BOUND);
  const ratio = Math.max(1, tokenRatio(run, bound, parts.protocol(run))); // the provider may add to the prompt
  return totalOf(bound) * ratio <= parts.contextTokens - CLOSING_TOKENS;
}

async function summaryOf(
  run: Run,
  plan: Plan,
  parts: SummariserParts,
  caller: AbortSignal,
): Promise<Omit<Compaction, 'throughStep' | 'model'>> {
  const budgetMs = run.limits.deadlineMs - answerReserveMs(run.limits.deadlineMs) - run.activeMs;
  const { signal, dispose } = deadline(caller, budgetMs);
  try {
    const reply = await replyOf(parts.model, { messages: requestOf(run, plan, parts), budgetMs }, signal);
    const text = reply.finishReason === 'content_filter' ? '' : parts.read(reply).trim();
    if (text !== '') return { summary: cutToTokens(text, plan.summaryTokens, plan.counter.count), usage: reply.usage };
    return { ...beginnings(run, plan), usage: reply.usage, fault: 'model_bad_reply' };
  } catch (error) {
    caller.throwIfAborted();
    if (isTimeout(signal)) return { ...beginnings(run, plan), fault: 'model_timeout' };
    if (error instanceof ModelError) return { ...beginnings(run, plan), fault: error.code };
    throw error;
  } finally {
    dispose();
  }
}

/** Within the limit itself: a summary that does not fit into the context would help nobody. */
function requestOf(
  run: Run,
  { steps, counter, limit, summaryTokens }: Plan,
  parts: SummariserParts,
): readonly Message[] {
  const earlier = run.summary ? `${run.summary.text}\n` : '';
  const frame = counter.messages(parts.prompt(run, earlier, summaryTokens));
  return parts.prompt(run, earlier + transcriptOf(steps, limit - frame, counter.count), summaryTokens);
}

/** What is left of old steps without a model's help. */
function beginnings(run: Run, { steps, counter, summaryTokens }: Plan): Pick<Compaction, 'summary' | 'usage'> {
  const { count } = counter;
  const earlier = run.summary ? `${cutToTokens(run.summary.text, Math.floor(summaryTokens / 2), count)}\n` : '';
  return { summary: earlier + transcriptOf(steps, summaryTokens - count(earlier), count), usage: NO_USAGE };
}

async function replyOf(
  model: Model,
  request: { messages: readonly Message[]; budgetMs: number },
  signal: AbortSignal,
): Promise<ModelReply> {
  for await (const chunk of model.stream(request, signal)) if ('reply' in chunk) return chunk.reply;
  throw new Error(`${model.name} ended its stream without a reply`);
}
