import { setTimeout as sleep } from 'node:timers/promises';
import type { ReActResult } from '../../src/core/react-result';
import type { Count } from './figures';

/** A run that nobody holds is taken up within so long, whatever died: the promise. */
export const STUCK_AFTER_MS = 30_000;
const LOOK_EVERY_MS = 20;
/** A run that stands still is looked at less often. */
const RARELY_MS = 200;
const STANDS_STILL_AFTER_MS = 500;

interface Answer {
  readonly status: number;
  readonly body: Partial<ReActResult> & { readonly items?: readonly unknown[] };
}

/** A client that does not give up: what fails is sent again, with the same key, to whoever listens now. */
export class Client {
  /** @param urls the processes that may answer now, the best first. */
  constructor(
    private readonly count: Count,
    private readonly urls: () => readonly string[],
  ) {}

  /** Starts a background run; it is acknowledged, and counted, when this resolves. */
  async start(body: object, key: string): Promise<string> {
    for (;;) {
      const answer = await this.send('POST', '/api/react/runs', body, { 'idempotency-key': key });
      const { status, body: started } = answer ?? {};
      if (started?.runId !== undefined && (status === 202 || status === 200 || status === 409)) {
        this.count.acknowledged += 1;
        return started.runId;
      }
      if (status !== undefined && status < 500 && status !== 429)
        throw new Error(`A run was refused: ${JSON.stringify(answer)}`);
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** Asks and waits for the end; what broke is asked again with the same key. Acknowledged, and counted, once its run is known. */
  async ask(body: object, key: string): Promise<string> {
    for (;;) {
      const { body: told } = (await this.send('POST', '/api/react/ask', body, { 'idempotency-key': key })) ?? {};
      if (told?.runId !== undefined) {
        this.count.acknowledged += 1;
        return told.runId;
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  /**
   * Looks until the run has ended, and approves what waits. Undefined, and counted as stuck, when the run has not moved for 30 s
   * in which somebody was there to move it and nobody was killed, who may have been just about to; undefined, and lost, when
   * nobody knows it.
   */
  async drive(runId: string): Promise<ReActResult | undefined> {
    let seen = '';
    let movedAt = performance.now();
    let { kills } = this.count;
    for (;;) {
      const answer = await this.send('GET', `/api/react/runs/${runId}`);
      if (answer?.status === 404) {
        this.count.lost += 1;
        return undefined;
      }
      if (answer?.status === 200) {
        const run = answer.body as ReActResult;
        if (!['queued', 'running', 'waiting'].includes(run.status)) return run;
        for (const { callId } of run.pendingApprovals) await this.approve(runId, callId);
        const now = `${run.status} ${run.steps.length} ${run.usage.outputTokens}`;
        if (now !== seen || kills !== this.count.kills) movedAt = performance.now();
        seen = now;
        kills = this.count.kills;
      } else movedAt = performance.now(); // the 30 s are those of a service that is there
      if (performance.now() - movedAt > STUCK_AFTER_MS) {
        this.count.stuck += 1;
        return undefined;
      }
      await sleep(performance.now() - movedAt > STANDS_STILL_AFTER_MS ? RARELY_MS : LOOK_EVERY_MS);
    }
  }

  /** What a person decides is decided once: a second time is told so. */
  async approve(runId: string, callId: string): Promise<void> {
    const path = `/api/react/runs/${runId}/approvals/${callId}`;
    const answer = await this.send('POST', path, { approved: true });
    if (answer && ![200, 202, 409, 503].includes(answer.status))
      throw new Error(`An approval was refused: ${JSON.stringify(answer)}`);
  }

  /** The answer of the first process that gives one; undefined when none does. */
  async send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer | undefined> {
    for (const url of this.urls()) {
      try {
        const response = await fetch(`${url}${path}`, {
          method,
          headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
          ...(body && { body: JSON.stringify(body) }),
        });
        return { status: response.status, body: (await response.json()) as Answer['body'] };
      } catch {
        // it died, before or after it did what was asked
      }
    }
    return undefined;
  }
}
