import 'reflect-metadata';
import { Bench } from './bench';
import { coldStart } from './figures/cold-start';
import { firstToken } from './figures/first-token';
import { heap } from './figures/heap';
import { keyTiming } from './figures/key-timing';
import { longRun } from './figures/long-run';
import { promptSize } from './figures/prompt-size';
import { sseRelay } from './figures/sse-relay';
import { stepCpu } from './figures/step-cpu';
import { streamCpu } from './figures/stream-cpu';
import { barTable, machine, title, type Bar } from './report';

/** All figures, or with `--only=<name>` one of them. A bar that is missed is printed; it never fails the process. */
const FIGURES: Readonly<Record<string, (bench: Bench) => Promise<Bar[]>>> = {
  'step-cpu': stepCpu,
  'stream-cpu': streamCpu,
  heap,
  'cold-start': (bench) => coldStart(bench).then(() => []),
  'long-run': longRun,
  'first-token': firstToken,
  'prompt-size': promptSize,
  'sse-relay': sseRelay,
  'key-timing': keyTiming,
};

async function main(args: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
  const figures = only === undefined ? Object.values(FIGURES) : [FIGURES[only]];
  console.log(`${machine()}. Timings on a machine that others use are noisy: compare ratios, and only within one run.`);
  console.log(
    'Scenario: five tools, four tool steps and the answer: five model calls a run, against a local model that answers at once.',
  );
  const bench = await Bench.start({ isQuick: args.includes('--quick') });
  try {
    await bench.checkSameRequests();
    const bars: Bar[] = [];
    for (const figure of figures) {
      if (!figure) throw new Error(`--only must be one of ${Object.keys(FIGURES).join(', ')}`);
      bars.push(...(await figure(bench)));
    }
    console.log(title('Bars'));
    console.log(barTable(bars));
    console.log(`\n${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  } finally {
    bench.stop();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
