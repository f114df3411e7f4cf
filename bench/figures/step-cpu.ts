import type { Bench } from '../bench';
import type { LoopKind } from '../loops/loop';
import { table, title, withRatio, type Bar } from '../report';
import { interleaved } from '../statistics';
import type { Variant } from '../variant';

type Kind = Exclude<LoopKind, 'sdk-helper' | 'service-memory' | 'sdk-relay' | 'bare-relay'>;

const NAMES: Readonly<Record<Kind, string>> = {
  memory: 'engine, memory store',
  sqlite: 'engine, SQLite, durable',
  service: 'HTTP service, SQLite, durable',
  sdk: 'by hand, plain SDK',
  undici: 'by hand, undici',
};

const STEPS = 5;

/** Runs of one reading, by concurrency: enough for some 100 ms of CPU, and for every lane to have some. */
const LOADS = [
  { concurrency: 1, count: 60 },
  { concurrency: 16, count: 64 },
  { concurrency: 64, count: 128 },
  { concurrency: 256, count: 256 },
];

const COLUMNS = LOADS.map(({ concurrency }) => (concurrency === 1 ? 'in sequence' : `${concurrency} at once`));

type ByKind = Map<Kind, number>;

/** CPU of a step, in sequence and under load. */
export async function stepCpu(bench: Bench): Promise<Bar[]> {
  const streamed = await measure(bench, true, ['memory', 'sqlite', 'service', 'sdk', 'undici']);
  const plain = await measure(bench, false, ['memory', 'sqlite', 'service', 'sdk', 'undici']);
  return [...barsOf(streamed, 'streaming'), ...barsOf(plain, 'plain')];
}

async function measure(bench: Bench, stream: boolean, kinds: readonly Kind[]): Promise<ByKind[]> {
  const variants = new Map<Kind, Variant>();
  for (const kind of kinds) variants.set(kind, await bench.start(kind, 'five-steps', { stream }));
  const runs = (kind: Kind, count: number, concurrency: number): Promise<number> =>
    variants.get(kind)?.runs(count, concurrency) ?? Promise.resolve(NaN);
  // code is compiled as it gets hot, which takes some thousand steps: until then the compiler is
  // most of what is measured
  await Promise.all(kinds.map((kind) => runs(kind, bench.isQuick ? 800 : 1600, 64)));
  const loads = bench.isQuick ? LOADS.slice(0, 3) : LOADS;
  const subjects = loads.flatMap((load) => kinds.map((kind) => ({ ...load, kind })));
  const medians = await interleaved(
    subjects,
    bench.isQuick ? 2 : 4,
    async ({ kind, count, concurrency }) => (await runs(kind, count, concurrency)) / (count * STEPS),
  );
  const results = loads.map(
    ({ concurrency }): ByKind =>
      new Map([...medians].filter(([load]) => load.concurrency === concurrency).map(([{ kind }, ms]) => [kind, ms])),
  );
  for (const variant of variants.values()) await variant.close();
  print(results, kinds, stream);
  return results;
}

function print(results: readonly ByKind[], kinds: readonly Kind[], stream: boolean): void {
  console.log(title(`1. CPU ms of a step, ${stream ? 'streaming' : 'plain replies'} (x: ratio to the plain SDK loop)`));
  const rows = kinds.map((kind) => [
    NAMES[kind],
    ...results.map((result) => withRatio(result.get(kind) ?? NaN, result.get('sdk') ?? NaN)),
  ]);
  console.log(table(['', ...COLUMNS.slice(0, results.length)], rows));
}

function barsOf([alone, at16, at64]: readonly ByKind[], mode: string): Bar[] {
  const ratio = (result: ByKind | undefined, kind: Kind): number =>
    (result?.get(kind) ?? NaN) / (result?.get('sdk') ?? NaN);
  return [
    { what: `step CPU, memory store, in sequence, ${mode}`, atMost: 0.75, got: ratio(alone, 'memory') },
    { what: `step CPU, memory store, 64 at once, ${mode}`, atMost: 0.45, got: ratio(at64, 'memory') },
    { what: `step CPU, SQLite durable, 16 at once, ${mode}`, atMost: 1, got: ratio(at16, 'sqlite') },
  ];
}
