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
  return { name, events: same.map((event, index) => ({ ...event, at: START + index * TICK_MS })) };
}
