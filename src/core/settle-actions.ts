import { answerReserveMs } from './agent-definition';
import type { AgentParts } from './run-agent';
import { isWaiting, type Action, type ActionState, type Run } from './run';
import type { Fact, RunEvent } from './run-event';
import type { EffectKind, InvokeContext, Observation, PreparedCall, ToolResult } from './tool';

type Record = (fact: Fact) => RunEvent;
type Ready = { action: Action; input: object } & EffectKind;

/**
 * Brings every action of the last step to 'done', or stops at an approval that is still open.
 * A fact is yielded before what it announces happens, so that the consumer can have 'tool.started' on disk before the tool runs.
 */
export async function* settleActions(
  current: () => Run,
  parts: AgentParts,
  record: Record,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const actions = (...states: ActionState[]): Action[] =>
    current()
      .steps.at(-1)
      ?.actions.filter(({ state }) => states.includes(state)) ?? [];
  const finish = ({ call }: Action, observation: Observation): RunEvent =>
    record({ type: 'tool.finished', callId: call.id, observation });

  const ready: Ready[] = [];
  for (const action of actions('proposed', 'approved', 'started')) {
    const { call, state, effect } = action;
    const isCutOff = state === 'started' && effect === 'write';
    const settled = isCutOff && (await parts.tools.reconcile(action, contextOf(current(), call.id, parts, signal)));
    if (settled) {
      yield record({ type: 'tool.finished', callId: call.id, ...settled });
      continue;
    }
    const prepared = await prepare(parts, action, current());
    if (!prepared.ok) yield finish(action, prepared.observation);
    else if (prepared.needsApproval && state === 'proposed') {
      const { terms } = prepared;
      const input = recorded(prepared.input);
      yield record({ type: 'approval.requested', callId: call.id, input, ...(terms && { terms }) });
    } else ready.push({ ...prepared, action });
  }
  if (isWaiting(current())) return;
  for (const action of actions('rejected')) yield finish(action, parts.tools.rejected(action));
  if (signal.aborted) return;
  yield* runTools(ready, current, parts, record, signal);
}

/** A reviewer's edited arguments are validated like the model's. */
const prepare = (parts: AgentParts, { call, review }: Action, run: Run): Promise<PreparedCall> =>
  parts.tools.prepare(review?.input === undefined ? call : { ...call, input: review.input }, run);

/** At most `maxParallelTools` at a time; each 'tool.finished' is recorded when that tool ends, in whatever order. */
async function* runTools(
  ready: Ready[],
  current: () => Run,
  parts: AgentParts,
  record: Record,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const running = new Map<string, Promise<{ callId: string } & ToolResult>>();
  const queue = [...ready];
  while (queue.length > 0 || running.size > 0) {
    const next = running.size < current().limits.maxParallelTools && !signal.aborted ? queue.shift() : undefined;
    if (next) {
      const { action, input, effect, transactional } = next;
      const callId = action.call.id;
      const kind = { effect, ...(transactional && { transactional }) };
      yield record({ type: 'tool.started', callId, input: recorded(input), ...kind });
      const context = contextOf(current(), callId, parts, signal);
      running.set(
        callId,
        parts.tools.invoke(action.call, input, context).then((result) => ({ callId, ...result })),
      );
    } else if (running.size > 0) {
      const { callId, observation, usage } = await Promise.race(running.values());
      running.delete(callId);
      yield record({ type: 'tool.finished', callId, observation, ...(usage && { usage }) });
    } else return; // aborted: what is still queued has not started and never will
  }
}

function contextOf(run: Run, callId: string, parts: AgentParts, signal: AbortSignal): InvokeContext {
  const { id, agent, tenant, askedBy, language, timeZone, limits } = run;
  return {
    run: { id, agent, tenant, ...(askedBy !== undefined && { askedBy }), language },
    idempotencyKey: keyOf(id, callId),
    signal,
    now: parts.toolNow,
    timeZone,
    maxMs: Math.max(0, limits.deadlineMs - answerReserveMs(limits.deadlineMs) - run.activeMs),
    model: parts.model,
  };
}

/** The same whenever the call is made. */
export const keyOf = (runId: string, callId: string): string => `${runId}:${callId}`;

/** The input without its class, as a store gives it back: a live run and a replayed one are the same. */
const recorded = (input: object): object => JSON.parse(JSON.stringify(input)) as object;
