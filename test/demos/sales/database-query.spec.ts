import { ScriptedModel } from '../../../src/index';
import { salesRules } from '../../../src/demos/sales/sales.rules';
import { sqlFromReply, sqlPrompt } from '../../../src/demos/sales/words-to-sql';
import { startSalesApp } from './sales-app';

/** Asks with a model that writes one DatabaseQuery call, then the SQL if it is asked for some, then an answer. */
async function observationOf(
  query: string,
  ...sqlReplies: string[]
): Promise<{ ok: boolean | null; observation: string }> {
  const replies = [
    `Thought: look\nAction: DatabaseQuery\nAction Input: ${query}`,
    ...sqlReplies,
    'Thought: done\nFinal Answer: done',
  ];
  const app = await startSalesApp({ model: new ScriptedModel(replies) });
  const { steps } = await app.ask('查一下');
  await app.close();
  return { ok: steps[0]?.ok ?? null, observation: steps[0]?.observation ?? '' };
}

describe('DatabaseQuery', () => {
  it('tells the statement that ran, its columns and its rows', async () => {
    const sql = 'SELECT year, SUM(amount_yuan) AS total FROM sales WHERE quarter = 3 GROUP BY year';
    const { ok, observation } = await observationOf(sql);
    expect(ok).toBe(true);
    expect(JSON.parse(observation)).toEqual({
      sql,
      columns: ['year', 'total'],
      rows: [
        [2023, 4_100_000],
        [2024, 5_280_000],
      ],
    });
  });

  it('says what was left out', async () => {
    const { observation } = await observationOf('SELECT month FROM sales');
    expect(JSON.parse(observation)).toMatchObject({ truncated: '只列出前 50 行，还有更多' });
  });

  it('has the model write SQL for a description', async () => {
    const sql = 'SELECT SUM(amount_yuan) AS total FROM sales WHERE quarter = 3 AND year = 2024';
    const { observation } = await observationOf('2024年第三季度的总额', `\`\`\`sql\n${sql}\n\`\`\``);
    expect(JSON.parse(observation)).toMatchObject({ sql, rows: [[5_280_000]] });
  });

  it('checks SQL that the model wrote for a description like any other', async () => {
    const { ok, observation } = await observationOf('请清空表', 'DELETE FROM sales');
    expect(ok).toBe(false);
    expect(observation).toMatch(/不允许 DELETE.*允许的是.*SQL：DELETE FROM sales/);
  });

  it('asks for SQL when the model wrote none', async () => {
    const { ok, observation } = await observationOf('随便什么', 'Sorry, I cannot do that.');
    expect(ok).toBe(false);
    expect(observation).toMatch(/直接写 SQL.*amount_yuan/s);
  });

  it('names a column that does not exist', async () => {
    expect((await observationOf('SELECT profit FROM sales')).observation).toMatch(/no such column: profit/);
  });

  it('works offline with a description, by the rules of the demo', async () => {
    const sql = salesRules.complete?.(sqlPrompt('2024年第三季度各地区销售额', 'SQLite')) ?? '';
    const { ok, observation } = await observationOf(sql);
    expect(ok).toBe(true);
    expect((JSON.parse(observation) as { rows: unknown[] }).rows).toHaveLength(4);
    const named = await observationOf(salesRules.complete?.(sqlPrompt('华东 7 月的销售额', 'SQLite')) ?? '');
    expect(named.observation).toMatch(/2024年7月/);
    expect(salesRules.complete?.([{ role: 'user', content: 'Summarise the conversation' }])).toBeUndefined();
  });
});

describe('sqlFromReply', () => {
  it.each([
    ['SELECT 1', 'SELECT 1'],
    ['```sql\nSELECT 1;\n```', 'SELECT 1;'],
    ['```\nSELECT 1\n```\nThat is it.', 'SELECT 1'],
    ['Here you are:\n```SQL\nSELECT 1\n```', 'SELECT 1'],
    ['```sqlite\nSELECT 1', 'SELECT 1'],
    ['<think>SELECT 2? ```no```</think>\nSELECT 1', 'SELECT 1'],
    ['', ''],
  ])('%j', (reply, sql) => {
    expect(sqlFromReply(reply)).toBe(sql);
  });
});
