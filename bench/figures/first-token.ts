import type { Bench } from '../bench';
import type { LoopKind } from '../loops/loop';
import { table, title, withRatio, type Bar } from '../report';
import { interleaved, median } from '../statistics';
import type { Variant } from '../variant';

const KINDS: readonly LoopKind[] = ['memory', 'sqlite', 'sdk', 'undici'];
const RUNS = 20;

/** Wall time from the question to the first piece of the answer, where the first reply is the answer. */
export async function firstToken(bench: Bench): Promise<Bar[]> {
  const variants = new Map<LoopKind, Variant>();
  for (const kind of KINDS) variants.set(kind, await bench.start(kind, 'one-answer-paced', { stream: true }));
  const reading = async (kind: LoopKind): Promise<number> => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push((await variants.get(kind)?.firstTokenMs()) ?? NaN);
    return median(times);
  };
  await interleaved(KINDS, bench.isQuick ? 3 : 5, reading); // warm-up
  const ms = await interleaved(KINDS, bench.isQuick ? 3 : 10, reading);
  for (const variant of variants.values()) await variant.close();

  const sdk = ms.get('sdk') ?? NaN;
  console.log(title('6. First token of the answer, ms (wall): first preview of the engine, first chunk by hand'));
  const rows = KINDS.map((kind) => [
    kind === 'memory' || kind === 'sqlite' ? `engine, ${kind}` : `by hand, ${kind}`,
    withRatio(ms.get(kind) ?? NaN, sdk),
  ]);
  console.log(table(['', 'median'], rows));
  return [{ what: 'first token, memory store', atMost: 1, got: (ms.get('memory') ?? NaN) / sdk }];
}
