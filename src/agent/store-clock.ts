import type { RunStore } from '../core/run-store';

/**
 * Epoch ms by the store's clock: what one process promises for later, another one keeps, and the clocks of the two may differ or
 * jump. @throws StoreError
 */
export const storeClock = async (store: Pick<RunStore, 'now'>): Promise<number> =>
  store.now ? store.now() : Date.now();
