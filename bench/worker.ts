import 'reflect-metadata';
import type { Loop, LoopSpec } from './loops/loop';
import { probe } from './scenario';
import { LONG_RUN_STEPS } from './scripts';

/*
 * One variant in a process of its own. It is built from the spec in argv, then takes one order after the other; an order is
 * answered with what it measured. CPU is that of the whole process, garbage collection and compiler threads included.
 */

export type Order =
  | { type: 'runs'; count: number; concurrency: number }
  | { type: 'cpu' }
  | { type: 'heap' }
  | { type: 'start'; count: number }
  | { type: 'started' }
  | { type: 'steps' }
  | { type: 'first-token' };

export interface Reading {
  /** CPU ms, heap bytes or wall ms. */
  readonly value: number;
  /** Of `steps`: CPU ms of step 5, then of step 50. */
  readonly steps?: readonly [number, number];
}

const spec = JSON.parse(process.argv[2] ?? '') as LoopSpec;
let underWay: Promise<unknown> = Promise.resolve();

async function loopOf(): Promise<Loop> {
  switch (spec.kind) {
    case 'memory':
    case 'sqlite':
      return (await import('./loops/engine.js')).engineLoop(spec);
    case 'service':
    case 'service-memory':
      return (await import('./loops/service.js')).serviceLoop(spec);
    case 'sdk':
    case 'sdk-helper':
      return (await import('./loops/sdk.js')).sdkLoop(spec);
    case 'undici':
      return (await import('./loops/undici.js')).undiciLoop(spec);
    case 'sdk-relay':
      return (await import('./loops/sdk-relay.js')).sdkRelay(spec);
    case 'bare-relay':
      return (await import('./loops/bare-relay.js')).bareRelay(spec);
  }
}

async function carryOut(order: Order, loop: Loop): Promise<Reading> {
  switch (order.type) {
    case 'runs':
      return { value: await cpuOf(() => runs(loop, order.count, order.concurrency)) };
    case 'cpu':
      return { value: cpuMs() };
    case 'heap':
      globalThis.gc?.();
      return { value: process.memoryUsage().heapUsed };
    case 'start':
      underWay = runs(loop, order.count, order.count);
      return { value: 0 };
    case 'started':
      await underWay;
      return { value: 0 };
    case 'steps':
      return { value: 0, steps: await stepsOf(loop) };
    case 'first-token':
      return { value: (await loop.firstToken?.()) ?? NaN };
  }
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = cpuMs();
  await work();
  return cpuMs() - before;
}

async function runs(loop: Loop, count: number, concurrency: number): Promise<void> {
  let left = count;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await loop.ask();
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}

/** A step reaches from one tool call to the next: the model call between them, and all that the loop does around it. */
async function stepsOf(loop: Loop): Promise<[number, number]> {
  const marks = [cpuMs()];
  probe.onToolCall = () => marks.push(cpuMs());
  await loop.ask();
  probe.onToolCall = undefined;
  if (marks.length !== LONG_RUN_STEPS + 1)
    throw new Error(`Expected ${LONG_RUN_STEPS} tool calls, got ${marks.length - 1}`);
  const cpuOfStep = (step: number): number => (marks[step] ?? NaN) - (marks[step - 1] ?? NaN);
  return [cpuOfStep(5), cpuOfStep(LONG_RUN_STEPS)];
}

async function main(): Promise<void> {
  const loop = await loopOf();
  process.on('message', (order: Order | 'close') => {
    const done = order === 'close' ? loop.close().then(() => process.exit()) : carryOut(order, loop);
    done.then((reading) => process.send?.(reading)).catch(giveUp);
  });
  process.send?.({ value: 0, url: loop.url });
}

function giveUp(error: unknown): void {
  process.stderr.write(`${JSON.stringify({ ...spec, opening: [] })}: ${String((error as Error)?.stack ?? error)}\n`);
  process.exit(1);
}

process.on('disconnect', () => process.exit());
main().catch(giveUp);
