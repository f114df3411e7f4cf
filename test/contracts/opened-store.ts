import type { RunStore } from '../../src/core/run-store';

export interface OpenedStore {
  readonly store: RunStore;
  /** Another store on the same data. */
  another(): Promise<RunStore>;
}

/** Gives an empty store; the suite closes it. */
export type OpenStore = () => Promise<OpenedStore>;
