import { setTimeout as sleep } from 'node:timers/promises';
import { isLocked } from './store-fault';

const LONGEST_PAUSE_MS = 50;

/**
 * Does `work` again, after growing pauses, while another connection's lock is in the way; the event loop goes on meanwhile.
 * @throws what `work` throws: any other fault at once, a lock after `lockTimeoutMs`.
 */
export async function whenUnlocked<T>(lockTimeoutMs: number, work: () => T | Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + lockTimeoutMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || performance.now() > giveUpAt) throw error;
    }
    await sleep(pauseMs);
  }
}
