import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { SqlPool } from '../../../src/demos/sales/sql/sql-pool';

const ENDLESS = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c';
const never = new AbortController().signal;

describe('SqlPool', () => {
  let folder: string;
  let file: string;
  const pools: SqlPool[] = [];
  const pool = (options: { timeoutMs?: number; size?: number } = {}): SqlPool => {
    const created = new SqlPool({ file, ...options });
    pools.push(created);
    return created;
  };
  const change = (sql: string): void => {
    const database = new Database(file);
    database.exec(sql);
    database.close();
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), '销售 sql%20'));
    file = join(folder, 'sales.db');
    change(
      "CREATE TABLE sales (region TEXT PRIMARY KEY, amount INTEGER); INSERT INTO sales VALUES ('东', 7), ('西', 5)",
    );
  });
  afterEach(() => {
    for (const created of pools.splice(0)) created.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('answers with columns and rows', async () => {
    const result = await pool().query('SELECT region, sum(amount) AS total FROM sales GROUP BY region', never);
    expect(result).toEqual({
      columns: ['region', 'total'],
      rows: [
        ['东', 7],
        ['西', 5],
      ],
      truncated: false,
    });
  });

  it('sees a row that another process has changed since', async () => {
    const sql = pool();
    await sql.query('SELECT 1', never);
    change("UPDATE sales SET amount = 70 WHERE region = '东'");
    expect((await sql.query('SELECT sum(amount) FROM sales', never)).rows).toEqual([[75]]);
  });

  it('cuts at the row limit and says so, one row below it does not', async () => {
    const numbers = (count: number): string =>
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT n FROM c`;
    const sql = pool();
    const [whole, cut] = [await sql.query(numbers(50), never), await sql.query(numbers(51), never)];
    expect([whole.rows.length, whole.truncated]).toEqual([50, false]);
    expect([cut.rows.length, cut.truncated]).toEqual([50, true]);
  });

  it('holds up no writer, even after a result that was cut', async () => {
    const sql = pool();
    const many = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n, amount FROM c, sales';
    for (const query of [
      'SELECT * FROM sales',
      many,
      'SELECT abs(-9223372036854775807 - 1), region FROM sales',
      many,
    ]) {
      await sql.query(query, never).catch(() => undefined);
      expect(() => change('UPDATE sales SET amount = amount + 1')).not.toThrow();
    }
    expect((await sql.query('SELECT sum(amount) FROM sales', never)).rows).toEqual([[20]]);
  });

  it('cuts long cells and long results', async () => {
    const sql = pool();
    const long = await sql.query(`SELECT replace('${'a'.repeat(100)}', 'a', 'bbbb')`, never);
    expect(String(long.rows[0]?.[0])).toHaveLength(201);
    const many = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 50)';
    const wide = await sql.query(`${many} SELECT replace('${'a'.repeat(190)}', 'a', 'b') FROM c`, never);
    expect(wide.truncated).toBe(true);
    expect(JSON.stringify(wide.rows).length).toBeLessThan(6200);
  });

  it('kills an endless query at its limit and answers the next one', async () => {
    const sql = pool({ timeoutMs: 300, size: 1 });
    await expect(sql.query(ENDLESS, never)).rejects.toThrow(/300 ms/);
    expect((await sql.query('SELECT count(*) FROM sales', never)).rows).toEqual([[2]]);
  });

  it('answers another run while an endless query is still running', async () => {
    const sql = pool({ timeoutMs: 20_000 });
    const controller = new AbortController();
    const endless = sql.query(ENDLESS, controller.signal);
    expect((await sql.query('SELECT count(*) FROM sales', never)).rows).toEqual([[2]]);
    controller.abort(new Error('cancelled'));
    await expect(endless).rejects.toThrow('cancelled');
  });

  it('lets a query that waits for its turn be cancelled', async () => {
    const sql = pool({ timeoutMs: 1000, size: 1 });
    const endless = sql.query(ENDLESS, never);
    const controller = new AbortController();
    const waiting = sql.query('SELECT 1', controller.signal);
    controller.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('cancelled');
    await expect(endless).rejects.toThrow(/时限/);
    expect((await sql.query('SELECT 1', never)).rows).toEqual([[1]]);
  });

  it('bounds the memory of a query', async () => {
    const growing = "WITH RECURSIVE c(x) AS (SELECT 'a' UNION ALL SELECT x || x FROM c) SELECT max(length(x)) FROM c";
    const sql = pool();
    await expect(sql.query(growing, never)).rejects.toThrow(/out of memory/);
    expect((await sql.query('SELECT 1', never)).rows).toEqual([[1]]);
  });

  const canary = (): string => join(folder, 'canary.txt');
  const other = (): string => join(folder, 'other.db');
  const hostile: [string, () => string][] = [
    ['INSERT', () => "INSERT INTO sales VALUES ('x', 1)"],
    ['UPDATE', () => 'UPDATE sales SET amount = 0'],
    ['DELETE', () => 'DELETE FROM sales'],
    ['DROP', () => 'DROP TABLE sales'],
    ['REPLACE', () => "REPLACE INTO sales VALUES ('东', 0)"],
    ['a writing CTE', () => "WITH x AS (SELECT 1) INSERT INTO sales SELECT 'x', 1"],
    ['a deleting CTE', () => 'WITH x AS (SELECT 1) DELETE FROM sales RETURNING *'],
    ['a second statement', () => 'SELECT 1; DROP TABLE sales'],
    ['a second statement behind a comment', () => 'SELECT 1 /* ; */ ; -- x\n DELETE FROM sales'],
    ['a verb behind a comment', () => '/* SELECT */ DROP TABLE sales'],
    ['ATTACH', () => `ATTACH '${other()}' AS other`],
    ['DETACH', () => 'DETACH main'],
    ['VACUUM INTO', () => `VACUUM INTO '${join(folder, 'copy.db')}'`],
    ['PRAGMA', () => 'PRAGMA query_only = OFF'],
    ['EXPLAIN', () => 'EXPLAIN SELECT * FROM sales'],
    ['CREATE TEMP TABLE', () => 'CREATE TEMP TABLE t (x)'],
    ['BEGIN', () => 'BEGIN EXCLUSIVE'],
    ['ANALYZE', () => 'ANALYZE'],
    ['the schema table', () => 'SELECT sql FROM sqlite_master'],
    ['the schema table, quoted', () => 'SELECT * FROM "main".[sqlite_schema]'],
    ['the temporary schema', () => 'SELECT * FROM sqlite_temp_master'],
    ['a pragma function', () => 'SELECT * FROM pragma_database_list'],
    ['a pragma function with arguments', () => "SELECT * FROM pragma_table_info('sales')"],
    ['a pragma function in an IN', () => 'SELECT 1 WHERE 1 IN pragma_user_version'],
    ['a virtual table of pages', () => 'SELECT data FROM sqlite_dbpage'],
    ['a virtual table of statistics', () => 'SELECT * FROM dbstat'],
    ['json_each', () => "SELECT * FROM json_each('[1,2]')"],
    ['generate_series', () => 'SELECT * FROM generate_series(1, 1000000000)'],
    ['readfile', () => `SELECT readfile('${canary()}')`],
    ['readfile, quoted', () => `SELECT "readfile"('${canary()}')`],
    ['readfile in a nested query', () => `SELECT * FROM (SELECT (SELECT hex(readfile('${canary()}'))) FROM sales)`],
    ['readfile in an ORDER BY', () => `SELECT 1 FROM sales ORDER BY readfile('${canary()}')`],
    ['writefile', () => `SELECT writefile('${canary()}', 'gone')`],
    ['load_extension', () => "SELECT load_extension('/tmp/x.so')"],
    ['fts3_tokenizer', () => "SELECT fts3_tokenizer('simple')"],
    ['printf', () => "SELECT printf('%.*c', 1000000000, 'x')"],
    ['randomblob', () => 'SELECT randomblob(1000000000)'],
    ['a parameter', () => 'SELECT ?'],
    ['NUL in the text', () => 'SELECT 1\0; DROP TABLE sales'],
    ['an unclosed comment', () => 'SELECT 1 /* '],
    ['an unclosed string', () => "SELECT 'a"],
    ['nothing', () => ' -- nothing'],
    ['a long statement', () => `SELECT ${'1+'.repeat(2500)}1`],
  ];

  it('refuses every hostile statement, and nothing has changed', async () => {
    writeFileSync(canary(), 'CANARY-7f3a');
    const otherDatabase = new Database(other());
    otherDatabase.exec("CREATE TABLE secrets (x); INSERT INTO secrets VALUES ('CANARY-7f3a')");
    otherDatabase.close();
    const before = [readFileSync(file).toString('hex'), readdirSync(folder).sort()];
    const sql = pool();
    for (const [name, statement] of hostile) {
      const outcome = await sql.query(statement(), never).then(
        (result) => `${name} gave ${JSON.stringify(result)}`,
        (error: Error) => `${error.name}: ${error.message}`,
      );
      expect(outcome).toMatch(/^ToolError: (?!查询)/); // refused, not killed
    }
    expect([readFileSync(file).toString('hex'), readdirSync(folder).sort()]).toEqual(before);
    expect(readFileSync(canary(), 'utf8')).toBe('CANARY-7f3a');
    expect((await sql.query('SELECT sum(amount) FROM sales;', never)).rows).toEqual([[12]]);
  });

  const harmless = [
    "SELECT ';' AS \"a;b\", 'it''s' -- ; DROP\n",
    'WITH t(x) AS (SELECT amount FROM sales) SELECT avg(x), max(x), min(x), round(sum(x) * 1.0 / count(*), 2) FROM t;  ',
    'SELECT region, rank() OVER (ORDER BY amount DESC), lag(amount) OVER (ORDER BY region) FROM sales',
    "SELECT CASE WHEN amount > 6 THEN '大' ELSE '小' END, CAST(amount AS REAL) / 2 FROM sales WHERE region LIKE '%东%'",
    'SELECT a.region FROM sales a JOIN sales b USING (region) WHERE EXISTS (SELECT 1 FROM sales) UNION SELECT 1',
    "SELECT strftime('%Y-%m', '2024-07-01'), coalesce(NULL, 1), group_concat(region, ',') FROM sales HAVING count(*) > 1",
  ];
  it.each(harmless)('runs %s', async (statement) => {
    await expect(pool().query(statement, never)).resolves.toHaveProperty('columns');
  });
});
