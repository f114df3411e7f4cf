import type { RunEvent } from '../../src';

/** The first fact of a run of the shop's clerk. */
export const start = (runId: string, change: object = {}): RunEvent => ({
  runId,
  seq: 1,
  at: Date.now(),
  type: 'run.started',
  tenant: 'default',
  agent: 'clerk',
  model: 'scripted',
  protocol: 'text',
  language: 'en',
  question: 'why?',
  history: [],
  limits: { maxSteps: 5, maxTokens: 9999, deadlineMs: 60_000, idleSteps: 3, malformedReplies: 3, maxParallelTools: 4 },
  timeZone: 'UTC',
  ...change,
});

/** Looks until it is good, for 2 s at most. */
export async function until<T>(look: () => Promise<T>, good: (seen: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const seen = await look();
    if (good(seen) || tries > 200) return seen;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
