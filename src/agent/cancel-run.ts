import { setTimeout as sleep } from 'node:timers/promises';
import { OverloadedError, RunConflictError, RunDamagedError, RunEndedError } from '../core/errors';
import type { Run } from '../core/run';
import type { RunStore } from '../core/run-store';
import type { BackgroundRuns } from './background-runs';
import { DAMAGED, remainsOf } from './damaged-run';
import { loadRun } from './load-run';
import type { RunLeases } from './run-leases';
import type { RunMover } from './run-mover';

/** Looks at a run that is moved on each time before it could be cancelled. */
const CANCEL_TRIES = 10;

/** Longest pause before the second look, in ms; each is longer by as much, about a second together. */
const PAUSE_MS = 40;

interface Movers {
  readonly store: RunStore;
  readonly mover: RunMover;
  readonly leases: RunLeases;
  readonly background: BackgroundRuns;
}

/**
 * Ends a run as cancelled, wherever it stands and whichever process moves it. Of two decisions the first one counts.
 * @throws RunNotFoundError; RunEndedError when it had ended; OverloadedError while the service is shutting down; RunDamagedError when
 * it cannot be read: then it has failed with that, so that it holds its conversation no more; StoreError
 */
export async function cancelRun(parts: Movers, tenant: string, runId: string): Promise<Run> {
  for (let tries = 1; tries <= CANCEL_TRIES; tries++) {
    const run = await loadRun(parts.store, tenant, runId).catch(async (error: unknown) => {
      if (error instanceof RunDamagedError) await endDamaged(parts, tenant, runId);
      throw error;
    });
    if (run.outcome) throw new RunEndedError(runId);
    parts.background.remove(runId);
    const after = await cancelled(parts, tenant, runId);
    if (after?.outcome?.status === 'cancelled') return after;
    // it ended by itself, or was moved on between the look and the decision; or a shutdown left it as it is. Two processes that
    // take it from each other at the same time must not meet again
    await sleep(Math.random() * PAUSE_MS * tries);
  }
  throw new OverloadedError(
    'The run could not be cancelled now: it is being moved elsewhere, or the service is shutting down',
  );
}

const cancelled = ({ store, ...parts }: Movers, tenant: string, runId: string): Promise<Run | undefined> =>
  ended(parts, tenant, runId, async () =>
    parts.mover.end(await loadRun(store, tenant, runId), { status: 'cancelled' }),
  );

/** An end after what is left of it; nothing where it has one. */
async function endDamaged({ store, ...parts }: Movers, tenant: string, runId: string): Promise<void> {
  parts.background.remove(runId);
  await ended(parts, tenant, runId, async () => {
    const remains = await remainsOf(store, tenant, runId);
    return remains && parts.mover.end(remains, DAMAGED);
  });
}

/** The run after the attempt, or undefined when it was moved on meanwhile. */
async function ended(
  { mover, leases }: Pick<Movers, 'mover' | 'leases'>,
  tenant: string,
  runId: string,
  end: () => Promise<Run | undefined>,
): Promise<Run | undefined> {
  const moved = mover.cancel(runId);
  if (moved) return unlessConflict(moved);
  // taken from whoever moves it, so that it cannot get ahead of the cancel; that process hears of it at its next heartbeat
  const seized = await leases.seize(tenant, runId);
  if (!seized) return undefined;
  try {
    return await unlessConflict(end());
  } finally {
    // what could not be ended is nobody's again
    if (leases.of(runId) === seized && !mover.isMoving(runId)) await leases.giveBack([runId]);
  }
}

async function unlessConflict(work: Promise<Run | undefined>): Promise<Run | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RunConflictError) return undefined;
    throw error;
  }
}
