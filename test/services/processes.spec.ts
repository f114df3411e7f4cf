import type { ReActResult } from '../../src/core/react-result';
import { answers, startModelServer, thinksThenActs, type ModelServer } from '../../src/testing';
import { readSse, type SseEvent } from '../e2e/event-stream';
import { startProcess, type ServiceProcess } from '../e2e/process';
import { endChild } from '../support/end-child';
import { asOwner, ownDatabase } from './database';

/** Two servers on one empty database, started at the same time. */
describe('two processes on one Postgres', () => {
  const database = ownDatabase();
  let model: ModelServer;
  let services: ServiceProcess[];
  let first: string;
  let second: string;
  let letAnswer = (): void => undefined;
  const mayAnswer = new Promise<void>((resolve) => (letAnswer = resolve));

  beforeAll(async () => {
    model = await startModelServer((_, call) =>
      call === 0
        ? thinksThenActs('sum', 'Calculator', '6*7')
        : { ...answers('42'), wire: { pauseUntil: () => mayAnswer } },
    );
    const variables = { DATABASE_URL: database.url(), OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'scripted' };
    services = [startProcess(variables), startProcess(variables)];
    [first = '', second = ''] = await Promise.all(services.map(({ listening }) => listening));
  });
  afterAll(async () => {
    for (const { child } of services) endChild(child, 'SIGTERM');
    await Promise.all(services.map(({ exited }) => exited));
    await model.close();
  });

  it('make tables and rows once', async () => {
    const counts = await asOwner(database.url(), async (client) => {
      const { rows } = await client.query<Record<string, number>>(`select
        (select count(*)::int from sales_demo.sales) as sales, (select count(*)::int from replenishment_plans) as plans,
        (select count(*)::int from sales_reader_login) as logins`);
      return rows[0];
    });
    expect(counts).toEqual({ sales: 288, plans: 4, logins: 1 });
  });

  it('show each other the facts of a run while it goes on', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ question: 'what is 6*7?' });
    const started = await fetch(`${first}/api/react/runs`, { method: 'POST', headers, body });
    const { runId } = (await started.json()) as { runId: string };

    const stream = await fetch(`${second}/api/react/runs/${runId}/events`, {
      headers: { accept: 'text/event-stream' },
    });
    const seen: SseEvent[] = [];
    for await (const event of readSse(stream.body!)) {
      seen.push(event);
      if (event.event === 'tool.finished') letAnswer(); // the other process was seen to move it
    }

    const facts = seen.filter(({ id }) => id !== undefined);
    expect(facts.map(({ id }) => id)).toEqual(facts.map((_, index) => index + 1));
    expect(facts.at(-1)?.event).toBe('run.finished');
    const result = (await (await fetch(`${second}/api/react/runs/${runId}`)).json()) as ReActResult;
    expect(result).toMatchObject({ status: 'answered', finalAnswer: '42', totalSteps: 1 });
    expect(model.calls).toHaveLength(2); // moved by one of them alone
  });
});
