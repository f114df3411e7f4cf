import { once } from 'node:events';
import { join } from 'node:path';
import { startProcess, type ServiceProcess } from '../e2e/process';
import { endChild } from '../support/end-child';
import type { Order } from './app-with-faults';
import type { FaultPoint } from './fault-point';
import type { Count } from './figures';

const APP = join(__dirname, 'app-with-faults.ts');

/** The clock of the demo data: order 88231 was signed for eight days before. */
const CLOCK = '2026-06-30T19:05:23+08:00';

/** The service in a process that can be told where to die. */
export class Service {
  isAlive = true;
  /** How it may end now: by `SIGKILL`, or with exit code 0. */
  #meant: 'SIGKILL' | 0 | undefined;

  private constructor(
    readonly url: string,
    private readonly started: ServiceProcess,
    private readonly count: Count,
  ) {
    void started.exited.then(({ code, signal, output }) => {
      this.isAlive = false;
      const end = signal ?? code;
      if (end === 'SIGKILL' && this.#meant === end) this.count.kills += 1;
      else if (end !== this.#meant) {
        this.count.deaths += 1;
        process.stderr.write(`A process ended by itself, with ${end}:\n${output.slice(-2000)}\n`);
      }
    });
  }

  /** Resolves when it listens: all that it found left over it has begun to take up. */
  static async start(
    count: Count,
    variables: Record<string, string>,
    limits: { openFiles?: number; heapMb?: number } = {},
  ): Promise<Service> {
    const started = startProcess({ LOG_LEVEL: 'error', REACT_CLOCK: CLOCK, ...variables }, { main: APP, ...limits });
    return new Service(await started.listening, started, count);
  }

  /** From now on it counts its commits, and dies at that one. */
  async setPoint(point: FaultPoint): Promise<void> {
    this.#meant = 'SIGKILL';
    await this.#order({ point });
  }

  /** What it has committed since; it will not die by itself any more. */
  async committed(): Promise<string[]> {
    const { committed } = await this.#order({ tell: 'committed' });
    await this.#order({ point: null });
    this.#meant = undefined;
    return committed ?? [];
  }

  /** Its wall clock goes so wrong from now on, in ms. */
  async shiftClock(shiftClockMs: number): Promise<void> {
    await this.#order({ shiftClockMs });
  }

  async endAtOnce(): Promise<void> {
    this.#meant = 'SIGKILL';
    endChild(this.started.child, 'SIGKILL');
    await this.exited;
  }

  /** Ends it politely. */
  async stop(): Promise<void> {
    this.#meant = 0;
    endChild(this.started.child);
    await this.exited;
  }

  get exited(): Promise<unknown> {
    return this.started.exited;
  }

  async #order(order: Order): Promise<{ committed?: string[] }> {
    const answer = once(this.started.child, 'message');
    this.started.child.send(order);
    const [message] = (await answer) as [{ committed?: string[] }];
    return message;
  }
}
