import { bindingOf } from '../../src/agent/approval-gate';
import { DEFAULT_APPROVALS } from '../../src/agent/approval-options';
import { fold } from '../../src/core/run';
import type { RunEvent } from '../../src/core/run-event';

/** One recorded run; `name` is `<agent>-<situation>.<protocol>`. */
export interface Recording {
  readonly name: string;
  readonly events: readonly RunEvent[];
}

const START = Date.parse('2026-06-30T11:05:23.000Z');
const TICK_MS = 10;

/** The run under a fixed id, with times that count its events: what is left is the same on every machine. */
export function recording(name: string, events: readonly RunEvent[]): Recording {
  const runId = events[0]?.runId ?? '';
  const same = JSON.parse(JSON.stringify(events).replaceAll(runId, name)) as RunEvent[];
  const timed = same.map((event, index) => ({ ...event, at: START + index * TICK_MS }));
  return { name, events: timed.map((event, index) => rebound(event, timed.slice(0, index))) };
}

/** What a decision is bound to has the run's id in it. */
function rebound(event: RunEvent, before: readonly RunEvent[]): RunEvent {
  if (event.type === 'approval.requested') {
    const binding = bindingIn(before, event.callId, event.input);
    const expiresAt = event.at + DEFAULT_APPROVALS.ttlMs;
    return { ...event, ...(event.terms && { terms: { ...event.terms, binding, expiresAt } }) };
  }
  if (event.type !== 'approval.resolved' || event.binding === undefined) return event;
  return { ...event, binding: bindingIn(before, event.callId, event.input as object) };
}

function bindingIn(before: readonly RunEvent[], callId: string, input: object): string {
  const run = fold(before);
  const call = run.steps.at(-1)?.actions.find((action) => action.call.id === callId)?.call;
  return bindingOf(run, call!, input);
}
