import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Pool } from 'undici';
import type { LoopSpec } from './loops/loop';
import { QUESTION } from './scenario';
import { SHORT_STAMPS } from './scripts';
import { readStream, type StreamReading } from './stream-client';
import type { Order, Reading } from './worker';

type Ready = Reading & { url?: string };

/** A worker process, asked one thing at a time. What stands idle costs nothing while others are measured. */
export class Variant {
  private constructor(
    private readonly child: ChildProcess,
    private readonly service: Pool | undefined,
  ) {}

  static async start(spec: LoopSpec): Promise<Variant> {
    const child = fork(join(__dirname, 'worker.js'), [JSON.stringify(spec)], {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const { url } = (await messageOf(child)) as Ready;
    return new Variant(child, url === undefined ? undefined : new Pool(url, { connections: 512 }));
  }

  /** CPU ms of so many runs; a service is asked from this process, so that only its own CPU counts. */
  async runs(count: number, concurrency: number): Promise<number> {
    if (!this.service) return (await this.#order({ type: 'runs', count, concurrency })).value;
    const before = await this.#order({ type: 'cpu' });
    await askService(this.service, count, concurrency);
    return (await this.#order({ type: 'cpu' })).value - before.value;
  }

  /** Bytes in use after a garbage collection. */
  async heapBytes(): Promise<number> {
    return (await this.#order({ type: 'heap' })).value;
  }

  /** Starts runs all at once; `started` waits for their end. */
  async startRuns(count: number): Promise<void> {
    await this.#order({ type: 'start', count });
  }

  async started(): Promise<void> {
    await this.#order({ type: 'started' });
  }

  /** CPU ms of step 5 and of step 50 of one run. */
  async steps(): Promise<readonly [number, number]> {
    return (await this.#order({ type: 'steps' })).steps ?? [NaN, NaN];
  }

  /** The event streams of so many questions to a server, each with an answer of so many stamps, and its CPU ms meanwhile. */
  async streams(
    count: number,
    concurrency: number,
    stamps: number,
  ): Promise<{ cpuMs: number; streams: StreamReading[] }> {
    const before = await this.#order({ type: 'cpu' });
    const streams: StreamReading[] = [];
    let left = count;
    const lane = async (): Promise<void> => {
      while (left-- > 0) streams.push(await readStream(this.#serverPool(), stamps));
    };
    await Promise.all(Array.from({ length: concurrency }, lane));
    return { cpuMs: (await this.#order({ type: 'cpu' })).value - before.value, streams };
  }

  #serverPool(): Pool {
    if (!this.service) throw new Error('Only a server has event streams');
    return this.service;
  }

  /** ms of one question to the first piece of its answer. */
  async firstTokenMs(): Promise<number> {
    if (this.service) return (await readStream(this.service, SHORT_STAMPS)).firstMs;
    return (await this.#order({ type: 'first-token' })).value;
  }

  async close(): Promise<void> {
    await this.service?.close();
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.send('close');
    await gone;
  }

  async #order(order: Order): Promise<Reading> {
    this.child.send(order);
    return messageOf(this.child);
  }
}

const messageOf = (child: ChildProcess): Promise<Reading> =>
  new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`A worker ended with code ${code}`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message as Reading);
    });
  });

async function askService(pool: Pool, count: number, concurrency: number): Promise<void> {
  let left = count;
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({
        path: '/api/react/ask',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question: QUESTION }),
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`The service answered ${statusCode}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}
