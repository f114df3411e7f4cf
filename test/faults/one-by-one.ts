import { apply, fold, type Run } from '../../src/core/run';
import type { RunEvent } from '../../src/core/run-event';
import type { RunStore } from '../../src/core/run-store';

/** Makes a store commit each fact by itself, so that there is a moment to die between any two of them. */
export function oneByOne(store: RunStore): RunStore {
  const append = store.append.bind(store);
  store.append = async (events, run, lease) => {
    const [first, ...others] = events;
    if (!first || others.length === 0) return append(events, run, lease);
    let state = await before(store, run, first);
    for (const event of events) {
      state = apply(state, event);
      await append([event], state, lease);
    }
  };
  return store;
}

async function before(store: RunStore, { tenant, id }: Run, { seq }: RunEvent): Promise<Run | undefined> {
  if (seq === 1) return undefined;
  const events: RunEvent[] = [];
  for await (const event of store.events(tenant, id)) if (event.seq < seq) events.push(event);
  return fold(events);
}
