import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench';
import type { LoopKind } from '../loops/loop';
import { table, title, withRatio, type Bar } from '../report';
import { HELD_MS } from '../scripts';
import { median } from '../statistics';

const RUNS = 500;
const KINDS: readonly LoopKind[] = ['memory', 'sqlite', 'sdk', 'undici'];

/** Heap of a run that waits for its model: 500 of them, after a garbage collection. */
export async function heap(bench: Bench): Promise<Bar[]> {
  const readings: number[][] = KINDS.map(() => []);
  for (let round = 0; round < (bench.isQuick ? 1 : 3); round++) {
    const kibs = await Promise.all(KINDS.map((kind) => heapKib(bench, kind))); // no timing: all at the same time
    kibs.forEach((kib, index) => readings[index]?.push(kib));
  }
  const kib = new Map(KINDS.map((kind, index) => [kind, median(readings[index] ?? [])]));
  const sdk = kib.get('sdk') ?? NaN;
  console.log(title(`3. Heap of a run in flight, KiB (${RUNS} runs, streaming, the model waits ${HELD_MS / 1000} s)`));
  const rows = KINDS.map((kind) => [
    kind === 'memory' || kind === 'sqlite' ? `engine, ${kind}` : `by hand, ${kind}`,
    withRatio(kib.get(kind) ?? NaN, sdk, 1),
  ]);
  console.log(table(['', 'heapUsed'], rows));
  return [{ what: 'heap of a run in flight, memory store', atMost: 0.9, got: (kib.get('memory') ?? NaN) / sdk }];
}

/** Warm-up by the same load: code, shapes and connections are there before, what is added is the runs' own. */
async function heapKib(bench: Bench, kind: LoopKind): Promise<number> {
  const variant = await bench.start(kind, 'held', { stream: true });
  await variant.startRuns(RUNS);
  await variant.started();
  const before = await variant.heapBytes();
  await variant.startRuns(RUNS);
  await sleep(HELD_MS / 2);
  const during = await variant.heapBytes();
  await variant.close();
  return (during - before) / RUNS / 1024;
}
