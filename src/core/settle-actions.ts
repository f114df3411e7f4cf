import { answerReserveMs } from './agent-definition';
import type { Language } from './protocol';
import type { AgentParts } from './run-agent';
import { isWaiting, type Action, type ActionState, type Run } from './run';
import type { Fact, RunEvent } from './run-event';
import type { InvokeContext, Observation, PreparedCall, ToolResult } from './tool';

type Record = (fact: Fact) => RunEvent;
type Ready = { action: Action; input: object; effect: 'read' | 'write' };

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
  const withheld = current().steps.at(-1)?.withheld;
  for (const action of actions('proposed', 'approved', 'started')) {
    if (withheld?.includes(action.call.name)) {
      yield finish(action, refusal(action.call.name, current().language));
      continue;
    }
    const decided = action.state !== 'proposed';
    if (action.state === 'started' && action.effect === 'write') {
      yield finish(action, UNKNOWN_EFFECT);
      continue;
    }
    const prepared = await prepare(parts, action);
    if (!prepared.ok) yield finish(action, prepared.observation);
    else if (prepared.needsApproval && !decided) {
      yield record({ type: 'approval.requested', callId: action.call.id, input: recorded(prepared.input) });
    } else ready.push({ action, input: prepared.input, effect: prepared.effect });
  }
  if (isWaiting(current())) return;
  for (const action of actions('rejected')) yield finish(action, rejection(action));
  if (signal.aborted) return;
  yield* runTools(ready, current, parts, record, signal);
}

/** A reviewer's edited arguments are validated like the model's. */
const prepare = (parts: AgentParts, { call, review }: Action): Promise<PreparedCall> =>
  parts.tools.prepare(review?.input === undefined ? call : { ...call, input: review.input });

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
      const { action, input, effect } = next;
      const callId = action.call.id;
      yield record({ type: 'tool.started', callId, input: recorded(input), effect });
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
    idempotencyKey: `${id}:${callId}`,
    signal,
    now: parts.toolNow,
    timeZone,
    maxMs: Math.max(0, limits.deadlineMs - answerReserveMs(limits.deadlineMs) - run.activeMs),
    complete: async (messages, callSignal) => {
      for await (const chunk of parts.model.stream({ messages }, callSignal)) {
        if ('reply' in chunk) return { text: chunk.reply.text, usage: chunk.reply.usage };
      }
      throw new Error(`${parts.model.name} ended its stream without a reply`);
    },
  };
}

/** The input without its class, as a store gives it back: a live run and a replayed one are the same. */
const recorded = (input: object): object => JSON.parse(JSON.stringify(input)) as object;

export const UNKNOWN_EFFECT: Observation = {
  ok: false,
  content: 'The process stopped while this tool was running, so its effect is unknown. Check before you repeat it.',
};

const refusal = (name: string, language: Language): Observation => ({
  ok: false,
  content:
    language === 'zh'
      ? `本步不能使用 ${name}：多次调用都得到同样的结果。请换一个工具，或给出最终答案。`
      : `${name} cannot be used in this step: calling it gave the same again and again. Use another tool or answer.`,
});

const rejection = ({ review }: Action): Observation => ({
  ok: false,
  content: `${review?.by ?? 'A reviewer'} rejected this call${review?.comment ? `: ${review.comment}` : '.'}`,
});
