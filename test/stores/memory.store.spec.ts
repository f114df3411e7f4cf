import { MemoryStore } from '../../src/stores/memory.store';
import { describeRunStore } from '../contracts/run-store.contract';

describeRunStore(
  'MemoryStore',
  async () => {
    const store = new MemoryStore();
    return { store, another: async () => store };
  },
  'its runs live in one process',
);
