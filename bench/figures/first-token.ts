import type { Bench } from '../bench';
import type { LoopKind } from '../loops/loop';
import { load, table, title, withRatio, type Bar } from '../report';
import { interleaved, quantile } from '../statistics';
import type { Variant } from '../variant';

type Kind = Exclude<LoopKind, 'sdk-helper' | 'bare-relay'>;

const NAMES: Readonly<Record<Kind, string>> = {
  memory: 'engine, memory store',
  sqlite: 'engine, SQLite, durable',
  sdk: 'by hand, plain SDK',
  undici: 'by hand, undici',
  'service-memory': 'over HTTP: service, memory store',
  service: 'over HTTP: service, SQLite, durable',
  'sdk-relay': 'over HTTP: by hand, plain SDK',
};
const KINDS = Object.keys(NAMES) as readonly Kind[];
const RUNS = 20;

type ByKind = ReadonlyMap<Kind, number>;

/**
 * Wall time from the question to the first piece of the answer: where the first reply is the answer, and after four tool steps.
 * Over HTTP the client of the event stream holds the watch.
 */
export async function firstToken(bench: Bench): Promise<Bar[]> {
  const atOnce = await measure(bench, 'one-answer-stamped');
  const afterSteps = await measure(bench, 'five-steps-stamped');
  console.log(
    title(
      `6. First token of the answer, ms (wall, lower quartile, ${load()}): first preview of the engine, first chunk by hand`,
    ),
  );
  const rows = KINDS.map((kind) => [
    NAMES[kind],
    ...[atOnce, afterSteps].map((result) => withRatio(result.get(kind) ?? NaN, result.get(baseOf(kind)) ?? NaN)),
  ]);
  console.log(table(['', 'first reply', 'fifth reply'], rows));
  return [
    { what: 'first token, memory store', atMost: 1, got: ratio(atOnce, 'memory') },
    { what: 'first token of the fifth step, memory store', atMost: 0.9, got: ratio(afterSteps, 'memory') },
    {
      what: 'first token of the fifth step, over HTTP, memory store',
      atMost: 0.9,
      got: ratio(afterSteps, 'service-memory'),
    },
  ];
}

const baseOf = (kind: Kind): Kind => (NAMES[kind].startsWith('over HTTP') ? 'sdk-relay' : 'sdk');

const ratio = (result: ByKind, kind: Kind): number => (result.get(kind) ?? NaN) / (result.get(baseOf(kind)) ?? NaN);

async function measure(bench: Bench, script: string): Promise<ByKind> {
  const variants = new Map<Kind, Variant>();
  for (const kind of KINDS) variants.set(kind, await bench.start(kind, script, { stream: true }));
  const reading = async (kind: Kind): Promise<number> => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push((await variants.get(kind)?.firstTokenMs()) ?? NaN);
    return quantile(times, 0.25); // others on the machine only ever make a run longer
  };
  await interleaved(KINDS, bench.isQuick ? 5 : 10, reading); // warm-up
  const ms = await interleaved(KINDS, bench.isQuick ? 5 : 10, reading);
  for (const variant of variants.values()) await variant.close();
  return ms;
}
