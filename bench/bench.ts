import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { deepStrictEqual } from 'node:assert';
import type { ChatMessage, LoopKind, LoopSpec } from './loops/loop';
import { KEPT } from './scripts';
import { Variant } from './variant';
import { endChild } from '../test/support/end-child';

interface RequestBody extends Record<string, unknown> {
  model: string;
  stream: boolean;
  messages: ChatMessage[];
  tools?: unknown[];
}

/** One run of the bench: the model server, and the workers that are measured against it. */
export class Bench {
  readonly #openings = new Map<boolean, Pick<LoopSpec, 'opening' | 'fields'>>();

  private constructor(
    private readonly server: ChildProcess,
    readonly serverUrl: string,
    readonly isQuick: boolean,
  ) {}

  static async start({ isQuick }: { isQuick: boolean }): Promise<Bench> {
    const server = fork(join(__dirname, 'model-server.js'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const port = await new Promise((resolve, reject) => {
      server.once('message', resolve).once('exit', () => reject(new Error('The model server ended')));
    });
    const bench = new Bench(server, `http://127.0.0.1:${String(port)}`, isQuick);
    for (const stream of [true, false]) {
      const {
        model: _model,
        stream: _stream,
        messages,
        ...fields
      } = await bench.lastBody('memory', 'one-answer', stream);
      bench.#openings.set(stream, { opening: messages, fields });
    }
    return bench;
  }

  get baseUrl(): string {
    return `${this.serverUrl}/v1`;
  }

  start(kind: LoopKind, model: string, mode: Pick<LoopSpec, 'stream' | 'isWatched'>): Promise<Variant> {
    const { opening, fields } = this.#openings.get(mode.stream) ?? { opening: [], fields: {} };
    return Variant.start({ kind, baseUrl: this.baseUrl, model, ...mode, opening, fields });
  }

  /** The last request that a kind of loop sends in a run of this script. */
  async lastBody(kind: LoopKind, script: string, stream: boolean): Promise<RequestBody> {
    const model = `${script}${KEPT}-${kind}-${stream}`;
    const variant = await this.start(kind, model, { stream });
    await variant.runs(1, 1);
    await variant.close();
    const response = await fetch(`${this.serverUrl}/${encodeURIComponent(model)}`);
    return (await response.json()) as RequestBody;
  }

  /** What is compared must be the same work. @throws when a loop by hand asks in other words than the engine. */
  async checkSameRequests(): Promise<void> {
    const kinds = ['memory', 'sdk', 'undici'] as const;
    for (const stream of [true, false]) {
      const bodies = await Promise.all(kinds.map((kind) => this.lastBody(kind, 'five-steps', stream)));
      const [ours, ...byHand] = bodies.map(({ model: _model, ...body }) => body);
      for (const body of byHand) deepStrictEqual(body, ours, 'A loop by hand sends another request than the engine');
    }
    await this.#checkSameRelayedRequests();
  }

  /** The bare relay makes one call only, so that the answer must be the first reply. */
  async #checkSameRelayedRequests(): Promise<void> {
    const kinds = ['service', 'service-memory', 'sdk-relay', 'bare-relay'] as const;
    const bodies = await Promise.all(kinds.map((kind) => this.lastBody(kind, 'one-answer', true)));
    const [ours, ...others] = bodies.map(({ model: _model, ...body }) => body);
    for (const body of others) deepStrictEqual(body, ours, 'A relay sends another request than the service');
  }

  stop(): void {
    endChild(this.server);
  }
}
