import { join } from 'node:path';
import type { RunEvent } from '../../src/core/run-event';
import { sqlite } from '../../src/stores/dialects';
import { temporaryDirectory } from '../support/temporary-directory';
import { Client } from './client';
import { figures } from './figures';
import { Service } from './service';
import { factsOf, problemsOf, problemsOfEffect, refundsOf, type TestDatabase } from './stored-runs';

const ORDER = '88231';
const QUESTION = { agent: 'bitmall', question: `我上周买的扫地机不回充了，修不好我想退。订单号 ${ORDER}。` };

/** Whether refunds wait for a person. */
const HAS_APPROVALS = false;

const count = figures();

describe.each(['before', 'after'] as const)('a refund whose process is killed %s a commit', (when) => {
  const REACT_DATA_DIR = temporaryDirectory();
  let service: Service;
  let database: TestDatabase;
  const client = new Client(count, () => [service.url]);

  beforeAll(async () => {
    service = await Service.start(count, { REACT_DATA_DIR });
    database = sqlite({ file: join(REACT_DATA_DIR, 'react.db') });
  });
  afterAll(async () => {
    await service.stop();
    await database.destroy();
  });

  /** What is on disk while nobody runs: no refund that was not announced and approved. */
  async function checkWreck(): Promise<void> {
    for (const { idempotency_key } of await refundsOf(database, ORDER)) {
      const [runId = ''] = idempotency_key.split(':');
      expect(problemsOfEffect(await factsOf(database, runId), idempotency_key, HAS_APPROVALS)).toEqual([]);
    }
  }

  /** One refund from the question to its end, with a kill at commit `at`; gives the facts of its run when nobody was killed. */
  async function refundOnce(at: number): Promise<RunEvent[] | undefined> {
    await database.deleteFrom('bitmall_refunds').where('order_id', '=', ORDER).execute();
    await service.setPoint({ at, when });
    const started = client.start(QUESTION, `refund-${when}-${at}`);
    const driven = started.then((runId) => client.drive(runId));
    const isDead = await Promise.race([service.exited.then(() => true), driven.then(() => false)]);
    if (isDead) {
      await checkWreck();
      service = await Service.start(count, { REACT_DATA_DIR });
    }
    const result = await driven;
    const refunds = await refundsOf(database, ORDER);
    count.effects += refunds.length;
    count.doubled += Math.max(0, refunds.length - 1);
    expect({ at, status: result?.status, refunds: refunds.length }).toEqual({ at, status: 'answered', refunds: 1 });
    const facts = await factsOf(database, await started);
    expect(problemsOf(facts, result!)).toEqual([]);
    expect(problemsOfEffect(facts, refunds[0]!.idempotency_key, HAS_APPROVALS)).toEqual([]);
    return isDead ? undefined : facts;
  }

  it('is paid exactly once, wherever that was', async () => {
    let at = 1;
    let facts = await refundOnce(at);
    while (!facts) facts = await refundOnce((at += 1));

    const commits = await service.committed();
    expect(at - 1).toBe(commits.length); // each of them was the end of a process
    const stored = commits.flatMap((commit) => commit.split(' + '));
    expect(stored.filter((name) => !name.includes('_') && name !== 'effects')).toEqual(facts.map(({ type }) => type));
    expect(stored).toContain('bitmall_refunds');
  });
});
