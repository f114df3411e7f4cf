import type { Bench } from '../bench';
import type { ServerKind } from '../loops/loop';
import { load, number, table, title, withRatio, type Bar } from '../report';
import { LONG_ANSWER_CHUNKS, SLOW_STAMPS } from '../scripts';
import { interleaved, median, quantile } from '../statistics';
import type { Variant } from '../variant';

const NAMES: Readonly<Record<ServerKind, string>> = {
  service: 'HTTP service, SQLite, durable',
  'service-memory': 'HTTP service, memory store',
  'sdk-relay': 'by hand, plain SDK',
  'bare-relay': 'by hand, bare res.write',
};
const KINDS = Object.keys(NAMES) as readonly ServerKind[];

interface Pace {
  readonly name: string;
  readonly script: string;
  /** Chunks of an answer. */
  readonly stamps: number;
  /** Answers of one reading, so many at once. */
  readonly count: number;
  readonly concurrency: number;
  readonly warmUps: number;
}

const BURST: Pace = {
  name: 'all at once',
  script: 'stamped-answer',
  stamps: LONG_ANSWER_CHUNKS,
  count: 12,
  concurrency: 2,
  warmUps: 4,
};
const FAST: Pace = {
  name: 'each ms, 4 streams',
  script: 'stamped-answer-paced',
  stamps: LONG_ANSWER_CHUNKS,
  count: 4,
  concurrency: 4,
  warmUps: 8,
};
const SLOW: Pace = {
  name: 'each 5 ms, 8 streams',
  script: 'stamped-answer-slow',
  stamps: SLOW_STAMPS,
  count: 8,
  concurrency: 8,
  warmUps: 8,
};
const ALONE: Pace = { ...SLOW, name: 'each 5 ms, 1 stream', count: 2, concurrency: 1 };

interface Reading {
  /** CPU of the server per 1,000 chunks, median of the rounds. */
  readonly cpuMs: number;
  /** Events with text of the answer that the client got per 1,000 chunks: text that comes together may leave as one. */
  readonly events: number;
  /** Of all chunks from the model server's write to the client's read. */
  readonly delaysUs: readonly number[];
}

type ByKind = ReadonlyMap<ServerKind, Reading>;

/** One answer through HTTP as an event stream: what its chunks cost, and how long each is on its way. */
export async function sseRelay(bench: Bench): Promise<Bar[]> {
  const results = new Map<Pace, ByKind>();
  for (const pace of [BURST, FAST, SLOW, ALONE]) results.set(pace, await measure(bench, pace));
  printCpu(results);
  printDelays(results);
  return [BURST, FAST, SLOW].flatMap((pace) => {
    const cpuOf = (kind: ServerKind): number => results.get(pace)?.get(kind)?.cpuMs ?? NaN;
    return [
      { what: `SSE CPU, service / SDK relay, ${pace.name}`, atMost: 1.2, got: cpuOf('service') / cpuOf('sdk-relay') },
      {
        what: `SSE CPU, service / bare relay, ${pace.name}`,
        atMost: 1.25,
        got: cpuOf('service') / cpuOf('bare-relay'),
      },
    ];
  });
}

async function measure(bench: Bench, { script, stamps, count, concurrency, warmUps }: Pace): Promise<ByKind> {
  const variants = new Map<ServerKind, Variant>();
  for (const kind of KINDS) variants.set(kind, await bench.start(kind, script, { stream: true }));
  const streamsOf = async (kind: ServerKind, howMany = count, atOnce = concurrency) => {
    const variant = variants.get(kind);
    if (!variant) throw new Error(`No ${kind} was started`);
    return variant.streams(howMany, atOnce, stamps);
  };
  await Promise.all(KINDS.map((kind) => streamsOf(kind, warmUps * Math.max(count, 4), Math.max(concurrency, 4))));
  const events = new Map<ServerKind, number[]>(KINDS.map((kind) => [kind, []]));
  const delaysUs = new Map<ServerKind, number[]>(KINDS.map((kind) => [kind, []]));
  const chunks = (count * stamps) / 1000;
  const cpuMs = await interleaved(KINDS, bench.isQuick ? 3 : 7, async (kind) => {
    const reading = await streamsOf(kind);
    events.get(kind)?.push(reading.streams.reduce((sum, stream) => sum + stream.events, 0) / chunks);
    for (const stream of reading.streams) delaysUs.get(kind)?.push(...stream.delaysUs);
    return reading.cpuMs / chunks;
  });
  for (const variant of variants.values()) await variant.close();
  const readingOf = (kind: ServerKind): Reading => ({
    cpuMs: cpuMs.get(kind) ?? NaN,
    events: median(events.get(kind) ?? []),
    delaysUs: delaysUs.get(kind) ?? [],
  });
  return new Map(KINDS.map((kind) => [kind, readingOf(kind)]));
}

function printCpu(results: ReadonlyMap<Pace, ByKind>): void {
  const paces = [BURST, FAST, SLOW];
  const rows = KINDS.map((kind) => [
    NAMES[kind],
    ...paces.flatMap((pace) => {
      const result = results.get(pace);
      const base = result?.get('bare-relay')?.cpuMs ?? NaN;
      return [withRatio(result?.get(kind)?.cpuMs ?? NaN, base, 1), number(result?.get(kind)?.events ?? NaN, 0)];
    }),
  ]);
  console.log(title(`8. SSE: CPU ms of the server per 1,000 chunks (${load()}; x: ratio to the bare relay)`));
  console.log(table(['', ...paces.flatMap(({ name }) => [name, 'events'])], rows));
}

function printDelays(results: ReadonlyMap<Pace, ByKind>): void {
  const paces = [ALONE, SLOW, FAST];
  const rows = KINDS.map((kind) => [
    NAMES[kind],
    ...paces.flatMap((pace) => {
      const delaysUs = results.get(pace)?.get(kind)?.delaysUs ?? [];
      return [number(median(delaysUs) / 1000, 2), number(quantile(delaysUs, 0.99) / 1000, 2)];
    }),
  ]);
  console.log(title(`9. SSE: ms from the model server's byte to the client's (wall, ${load()})`));
  console.log(table(['', ...paces.flatMap(({ name }) => [`${name}: median`, 'p99'])], rows));
}
