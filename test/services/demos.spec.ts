import { expectFacts, requestOf, SCENARIOS } from '../e2e/scenario-table';
import { startApp, type RunningApp } from '../e2e/start-app';
import { ownDatabase } from './database';

const REACT_CLOCK = '2026-06-30T19:05:23+08:00';

describe('the demos on Postgres', () => {
  const database = ownDatabase();
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp({ REACT_CLOCK, REACT_APPROVALS: 'off', DATABASE_URL: database.url() });
  });
  afterAll(() => app.close());

  it.each(SCENARIOS.map((scenario) => [scenario.log, scenario] as const))('%s', async (_, scenario) => {
    const result = await app.ask(requestOf(scenario));
    expectFacts(result, scenario, scenario.own);
  });

  it.each([
    '去年哪个地区的销售额最高？',
    '各产品的销售额占比是多少？',
    '最近一个季度各地区的销量',
    '2024 年平均每月的销售额',
    '华东和华南 Q3 的销售额',
    '今年每个季度的销售额',
  ])('sales figures, as on SQLite: %s', async (question) => {
    const embedded = await startApp({ REACT_CLOCK });
    const there = await embedded.ask({ agent: 'sales', question });
    await embedded.close();

    const here = await app.ask({ agent: 'sales', question });

    expect(there.status).toBe('answered');
    expect(here.finalAnswer).toBe(there.finalAnswer);
    expect(here.steps.map(({ observation }) => observation)).toEqual(there.steps.map(({ observation }) => observation));
  });

  it('keeps all of them in the database, and is ready', async () => {
    expect(await app.get('/health/ready')).toMatchObject({
      status: 200,
      body: { checks: { store: { status: 'ok', detail: 'Postgres' } } },
    });
    const { body } = await app.get('/api/react/runs?limit=100');
    expect(body.items.length).toBeGreaterThanOrEqual(SCENARIOS.length);
  });
});
