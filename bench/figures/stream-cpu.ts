import type { Bench } from '../bench';
import type { LoopKind } from '../loops/loop';
import { table, title, withRatio, type Bar } from '../report';
import { CHUNK_CHARS, LONG_ANSWER_CHUNKS } from '../scripts';
import { interleaved } from '../statistics';
import type { Variant } from '../variant';

const KINDS: readonly LoopKind[] = ['memory', 'sdk', 'sdk-helper', 'undici'];

/** CPU of an answer of 1,000 chunks, whole in the socket at once, and each chunk in a packet of its own. */
export async function streamCpu(bench: Bench): Promise<Bar[]> {
  const burst = await measure(bench, 'long-answer', 12, 2);
  const paced = await measure(bench, 'long-answer-paced', 4, 4);
  console.log(
    title(`2. CPU ms for ${LONG_ANSWER_CHUNKS} streamed chunks of ${CHUNK_CHARS} characters, previews included`),
  );
  const rows = KINDS.map((kind) => [
    kind === 'memory' ? 'engine, memory store' : `by hand, ${kind}`,
    ...[burst, paced].map((result) => withRatio(result.get(kind) ?? NaN, result.get('sdk') ?? NaN, 2)),
  ]);
  console.log(table(['', 'all at once', 'a chunk each ms, 4 streams'], rows));
  const ratio = (result: Map<LoopKind, number>): number => (result.get('memory') ?? NaN) / (result.get('sdk') ?? NaN);
  return [
    { what: 'streaming CPU, chunks all at once', atMost: 1.2, got: ratio(burst) },
    { what: 'streaming CPU, chunk by chunk', atMost: 1.2, got: ratio(paced) },
  ];
}

async function measure(
  bench: Bench,
  script: string,
  count: number,
  concurrency: number,
): Promise<Map<LoopKind, number>> {
  const variants = new Map<LoopKind, Variant>();
  for (const kind of KINDS) variants.set(kind, await bench.start(kind, script, { stream: true, isWatched: true }));
  const cpu = async (kind: LoopKind): Promise<number> =>
    ((await variants.get(kind)?.runs(count, concurrency)) ?? NaN) / count;
  await interleaved(KINDS, bench.isQuick ? 1 : 2, cpu); // warm-up
  const result = await interleaved(KINDS, bench.isQuick ? 2 : 5, cpu);
  for (const variant of variants.values()) await variant.close();
  return result;
}
