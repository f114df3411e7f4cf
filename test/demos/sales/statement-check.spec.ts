import { statementProblem } from '../../../src/demos/sales/postgres/statement-check';

// Without a server: what the planner blows up takes all memory of the machine, and no time-out ends it.
describe('SQL for Postgres that its planner would blow up', () => {
  const nested = (depth: number, given: string, last = 'SELECT region AS s, product AS r FROM sales'): string =>
    depth === 0
      ? last
      : `SELECT ${given.replaceAll('#', `t${depth}`)} FROM (${nested(depth - 1, given, last)}) t${depth}`;

  it.each([
    ['doubles a column', 's || s AS s'],
    ['names it in two ways', '#.s || s AS s'],
    ['takes turns with two columns', 's || r AS s, r || s AS r'],
    ['names the whole row', '#::text || s AS s'],
    ['doubles in a nested query', '(SELECT s || s) AS s'],
    ['doubles in a condition', "CASE WHEN s > 'a' THEN s ELSE s END AS s"],
  ])('that %s is refused', async (_, given) => {
    expect(await statementProblem(nested(20, given))).toMatch(/太多|整行/);
  });

  it('through WITH is refused', async () => {
    const steps = Array.from({ length: 20 }, (_, index) => `t${index + 1} AS (SELECT s || s AS s FROM t${index})`);
    const chain = `WITH t0 AS (SELECT region AS s FROM sales), ${steps.join(', ')} SELECT s FROM t20`;
    expect(await statementProblem(chain)).toMatch('太多');
    const twice = 'WITH a AS NOT MATERIALIZED (SELECT region FROM sales) SELECT x.region FROM a x, a y';
    expect(await statementProblem(twice)).toMatch('NOT MATERIALIZED');
  });

  it('is not what analysts write', async () => {
    expect(await statementProblem(nested(3, 's || r AS s, r || s AS r'))).toBeUndefined();
    const change = `WITH q AS (SELECT quarter, SUM(amount_yuan) AS total, SUM(units) AS units FROM sales GROUP BY quarter),
      p AS (SELECT quarter, total * 1.0 / units AS price, LAG(total) OVER (ORDER BY quarter) AS before, total FROM q),
      c AS (SELECT quarter, price, CASE WHEN before > 0 THEN (total - before) * 100.0 / before END AS change FROM p)
      SELECT * FROM c WHERE change IS NOT NULL ORDER BY change DESC`;
    expect(await statementProblem(change)).toBeUndefined();
  });
});

it.each([
  ['nothing', '', '语法错误'],
  ['a comment alone', '-- nothing', '语句是空的'],
  ['two statements', 'SELECT 1; SELECT 2', '一次只能执行一条语句'],
  ['a syntax fault', 'SELEC 1', '语法错误'],
  ['a long text', `SELECT '${'x'.repeat(4000)}'`, '最多 4000 个'],
  ['a deep text', `SELECT ${'('.repeat(1900)}1${')'.repeat(1900)}`, undefined],
])('reads %s', async (_, sql, problem) => {
  if (problem === undefined) expect(await statementProblem(sql)).toBeUndefined();
  else expect(await statementProblem(sql)).toContain(problem);
});
