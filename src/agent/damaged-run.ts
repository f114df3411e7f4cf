import { DEFAULT_LIMITS } from '../core/agent-definition';
import { RunDamagedError } from '../core/errors';
import { fold, type Run } from '../core/run';
import type { Outcome, RunEvent } from '../core/run-event';
import type { RunStore, RunSummary } from '../core/run-store';

/** How a run ends whose stored facts cannot be read: it can never be moved on, and would hold its conversation for ever. */
export const DAMAGED: Outcome = {
  status: 'failed',
  code: 'run_damaged',
  message: 'What is stored of this run cannot be read, so it is not moved on.',
  retryable: false,
};

/**
 * What is left of a run that cannot be read: as it was before the first fact that is damaged, else as lists show it, but with the
 * number of its last fact, so that an end can be put after it. Undefined when not even a list shows it. @throws StoreError
 */
export async function remainsOf(store: RunStore, tenant: string, runId: string): Promise<Run | undefined> {
  const { facts, lastSeq } = await readable(store, tenant, runId);
  if (facts.length > 0) return { ...settled(fold(facts)), seq: lastSeq };
  const listed = await summaryOf(store, tenant, runId);
  return listed && { ...fromSummary(listed, tenant), seq: lastSeq };
}

/** The facts before the damage, and the number of the last fact, readable or not. */
async function readable(
  store: RunStore,
  tenant: string,
  runId: string,
): Promise<{ facts: RunEvent[]; lastSeq: number }> {
  const facts: RunEvent[] = [];
  let lastSeq = 0;
  for (let isWhole = true; ; isWhole = false) {
    try {
      for await (const event of store.events(tenant, runId, lastSeq)) {
        if (isWhole) facts.push(event);
        lastSeq = event.seq;
      }
      return { facts, lastSeq };
    } catch (error) {
      if (!(error instanceof RunDamagedError)) throw error;
      lastSeq += 1;
    }
  }
}

/** Without calls that are open: what became of them may stand in what cannot be read. */
function settled(run: Run): Run {
  const last = run.steps.at(-1);
  if (!last) return run;
  const actions = last.actions.filter(({ state }) => state === 'done');
  return { ...run, steps: run.steps.with(-1, { ...last, actions }) };
}

async function summaryOf(store: RunStore, tenant: string, runId: string): Promise<RunSummary | undefined> {
  for (const status of ['running', 'queued', 'waiting']) {
    let cursor: string | undefined;
    do {
      const page = await store.list({ tenant, status, limit: 100, ...(cursor !== undefined && { cursor }) });
      const found = page.items.find((item) => item.runId === runId);
      if (found) return found;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }
  return undefined;
}

function fromSummary(listed: RunSummary, tenant: string): Run {
  const { runId: id, agent, model, protocol, question, conversationId, limits } = listed;
  const startedAt = Date.parse(listed.startedAt);
  return {
    ...{ id, tenant, agent, model, protocol, question, startedAt },
    ...(conversationId !== null && { conversationId }),
    ...{ language: 'en', history: [], timeZone: 'UTC', limits: { ...DEFAULT_LIMITS, ...limits } },
    ...{ seq: 0, lastAt: startedAt + listed.durationMs, activeMs: 0, steps: [], usage: listed.usage },
  };
}
