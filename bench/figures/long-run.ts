import type { Bench } from '../bench';
import type { LoopKind } from '../loops/loop';
import { number, table, title, type Bar } from '../report';
import { median } from '../statistics';
import type { Variant } from '../variant';

const KINDS: readonly LoopKind[] = ['memory', 'sqlite', 'sdk', 'undici'];

/** CPU of step 5 and of step 50 of a run whose tool results have 1 KB each. */
export async function longRun(bench: Bench): Promise<Bar[]> {
  const variants: { kind: LoopKind; variant: Variant; steps: (readonly [number, number])[] }[] = [];
  for (const kind of KINDS)
    variants.push({ kind, variant: await bench.start(kind, 'long-run', { stream: true }), steps: [] });
  const warmUp = bench.isQuick ? 5 : 15;
  for (let round = 0; round < warmUp + (bench.isQuick ? 8 : 30); round++) {
    for (const { variant, steps } of variants) {
      const reading = await variant.steps();
      if (round >= warmUp) steps.push(reading);
    }
  }
  for (const { variant } of variants) await variant.close();

  console.log(title('5. CPU ms of step 5 and of step 50 of a run of 50 tool steps (results of 1 KB, streaming)'));
  const figures = variants.map(({ kind, steps }) => ({
    kind,
    fifth: median(steps.map(([fifth]) => fifth)),
    last: median(steps.map(([, last]) => last)),
  }));
  const rows = figures.map(({ kind, fifth, last }) => [
    kind === 'memory' || kind === 'sqlite' ? `engine, ${kind}` : `by hand, ${kind}`,
    number(fifth),
    number(last),
    `x${number(last / fifth, 2)}`,
  ]);
  console.log(table(['', 'step 5', 'step 50', '50 / 5'], rows));
  return figures
    .filter(({ kind }) => kind === 'memory')
    .map(({ fifth, last }) => ({
      what: 'step 50 / step 5, memory store (to itself)',
      atMost: 1.35,
      got: last / fifth,
    }));
}
