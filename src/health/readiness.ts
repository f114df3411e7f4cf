/** `detail` is written for an operator and holds no secret. */
export interface CheckResult {
  readonly status: 'ok' | 'down';
  readonly detail?: string;
}

export interface ReadinessReport {
  readonly status: 'ok' | 'down';
  readonly checks: Readonly<Record<string, CheckResult>>;
}

export type Check = () => Promise<CheckResult>;

export const READINESS = Symbol('READINESS');

/** A check that takes longer is down: a probe that hangs tells nobody anything. */
const CHECK_TIMEOUT_MS = 3_000;

/** Asks every part that an answer needs, all at once. */
export class Readiness {
  #isStopping = false;

  constructor(private readonly checks: Readonly<Record<string, Check>>) {}

  /** Down from now on: whoever sends requests is to send them elsewhere. */
  stop(): void {
    this.#isStopping = true;
  }

  async check(): Promise<ReadinessReport> {
    if (this.#isStopping) return { status: 'down', checks: { process: { status: 'down', detail: 'shutting down' } } };
    const names = Object.keys(this.checks);
    const results = await Promise.all(names.map((name) => bounded(this.checks[name]!)));
    const checks = Object.fromEntries(names.map((name, index) => [name, results[index]!]));
    return { status: results.every(({ status }) => status === 'ok') ? 'ok' : 'down', checks };
  }
}

async function bounded(check: Check): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(
      () => resolve({ status: 'down', detail: `no answer within ${CHECK_TIMEOUT_MS} ms` }),
      CHECK_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    return { status: 'down', detail: error instanceof Error ? error.message : 'unknown fault' };
  } finally {
    clearTimeout(timer);
  }
}
