import { RunDamagedError } from '../core/errors';
import type { RunEvent } from '../core/run-event';

/** Exhaustive by type: an event that a newer version wrote is refused, since folding without it would give another run. */
const STORED: Record<Exclude<RunEvent['type'], 'text.delta'>, (event: Fields) => boolean> = {
  'run.started': (event) =>
    ['tenant', 'agent', 'model', 'protocol', 'language', 'question', 'timeZone'].every((name) => isText(event[name])) &&
    Array.isArray(event.history) &&
    isObject(event.limits),
  'step.started': ({ step, protocol }) => isNumber(step) && isText(protocol),
  'model.replied': ({ step, reply, decision }) =>
    isNumber(step) && isObject(reply) && isText(reply.text) && isUsage(reply.usage) && isDecision(decision),
  'approval.requested': ({ callId, input }) => isText(callId) && isObject(input),
  'approval.resolved': ({ callId, approved, by }) => isText(callId) && typeof approved === 'boolean' && isText(by),
  'tool.started': ({ callId, input, effect }) => isText(callId) && isObject(input) && isText(effect),
  'tool.finished': ({ callId, observation, usage }) =>
    isText(callId) &&
    isObject(observation) &&
    typeof observation.ok === 'boolean' &&
    isText(observation.content) &&
    (usage === undefined || isUsage(usage)),
  'context.compacted': ({ throughStep, summary, usage }) => isNumber(throughStep) && isText(summary) && isUsage(usage),
  'run.finished': ({ outcome }) => isObject(outcome) && isOutcome(outcome),
};

type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isUsage = (value: unknown): boolean =>
  isObject(value) && isNumber(value.inputTokens) && isNumber(value.outputTokens) && isNumber(value.cachedInputTokens);

function isDecision(value: unknown): boolean {
  if (!isObject(value) || !isText(value.thought)) return false;
  if (value.kind === 'act') return Array.isArray(value.calls) && value.calls.every(isCall);
  if (value.kind === 'answer') return isText(value.answer);
  return value.kind === 'malformed' && isText(value.reason) && isText(value.problem);
}

const isCall = (value: unknown): boolean => isObject(value) && isText(value.id) && isText(value.name);

function isOutcome({ status, answer, reason, code, message }: Fields): boolean {
  if (status === 'answered') return isText(answer);
  if (status === 'stopped') return isText(reason);
  return status === 'cancelled' || (status === 'failed' && isText(code) && isText(message));
}

/** The first `seq` after a position that a caller gave: anything before the first fact means from the start. */
export const firstAfter = (afterSeq: number): number => Math.max(0, Math.trunc(afterSeq)) + 1;

/**
 * The event in a stored body. `__proto__` stays a key like any other.
 * @throws RunDamagedError when the body is not the event with this id and number, or lacks what a fold needs.
 */
export function eventFrom(body: string, runId: string, seq: number): RunEvent {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw unreadable(runId, seq, { cause });
  }
  if (!isEvent(value, seq) || value.runId !== runId || value.seq !== seq) throw unreadable(runId, seq);
  return value;
}

/** A run begins with its only `run.started`. */
function isEvent(value: unknown, seq: number): value is RunEvent {
  if (!isObject(value) || !isNumber(value.at) || !isStored(value.type)) return false;
  return (value.type === 'run.started') === (seq === 1) && STORED[value.type](value);
}

const isStored = (type: unknown): type is keyof typeof STORED => isText(type) && Object.hasOwn(STORED, type);

const unreadable = (runId: string, seq: number, options?: ErrorOptions): RunDamagedError =>
  new RunDamagedError(`Event ${seq} of run ${runId} cannot be read: the stored row is damaged`, options);
