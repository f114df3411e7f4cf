import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECT_TIMEOUT, isConnectionOver, QUERY_TIMEOUT } from './postgres-faults';
import { codeOf } from './store-fault';

/** Rounds after which two transactions that stand in each other's way give up. */
const MOST_CLASHES = 10;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;

/** A server that restarts is back within a few seconds; together with one wait for an answer it stays below ten. */
const AWAY_MS = 3_500;

/**
 * Does `work`, a whole transaction or a read, again while Postgres asks for it: after a deadlock or a serialisation failure, and
 * while the server restarts or closes connections. After a wait that ended in silence it is not asked again: that was long enough.
 * Doing the work twice must come to the same as doing it once, since what came of a lost `commit` is not known.
 * @throws what `work` throws.
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isWorthIt = isClash(error)
        ? attempt < MOST_CLASHES
        : isAway(error) && performance.now() - startedAt < AWAY_MS;
      if (!isWorthIt) throw error;
    }
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
    await sleep(pauseMs * (0.5 + Math.random() / 2)); // two that clashed should not meet again
  }
}

/** serialization_failure, deadlock_detected: nothing of the transaction was kept. */
const isClash = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** The connection broke, or the server does not take any now. */
const isAway = (error: unknown): boolean => isUnreachable(error) && !isSilent(error);

const isSilent = (error: unknown): boolean => [QUERY_TIMEOUT, CONNECT_TIMEOUT].includes(codeOf(error));

/** Faults of the way to the server, not of one statement: others would meet them as well. */
export const isUnreachable = (error: unknown): boolean => isConnectionOver(error) && !isRefusal(error);

/** Whoever is turned away for what he asked for is turned away again: password, role, database. */
const isRefusal = (error: unknown): boolean => /^(?:28|3D|42)/.test(codeOf(error));
