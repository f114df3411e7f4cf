import { DatabaseError, type Client } from 'pg';
import { ToolError } from '../../src/core/errors';
import { SalesDatabase } from '../../src/demos/sales/sales-database';
import { startApp, type RunningApp } from '../e2e/start-app';
import { asOwner, ownDatabase } from './database';

const CANARY = 'canary-7f3a';

/** What a hostile model may write. None may read, write or wait; most are refused twice, by the parser and by the role. */
const ESCAPES: readonly string[] = [
  'COMMIT; INSERT INTO sales VALUES (1)',
  `SELECT 1; UPDATE public.canary SET secret = 'gone'`,
  'SET TRANSACTION READ WRITE',
  'SET statement_timeout = 0',
  'RESET ROLE',
  `SELECT set_config('role', 'postgres', false)`,
  `SELECT set_config('statement_timeout', '0', false), pg_sleep(30)`,
  'SELECT pg_sleep(30)',
  'SELECT secret FROM public.canary',
  'SELECT secret FROM "public"."canary"',
  'SELECT summary FROM public.runs',
  'SELECT password FROM public.sales_reader_login',
  'WITH stolen AS (DELETE FROM sales RETURNING *) SELECT * FROM stolen',
  'SELECT * INTO stolen FROM sales',
  'CREATE TEMP TABLE stolen AS SELECT * FROM sales',
  `COPY sales TO PROGRAM 'id'`,
  `COPY sales TO '/tmp/react-escape'`,
  `SELECT pg_read_file('/etc/passwd')`,
  `SELECT lo_import('/etc/passwd')`,
  `SELECT U&"s\\0065t_config"('role', 'postgres', false)`,
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity`,
  'SELECT rolname, rolpassword FROM pg_authid',
  'SELECT usename, query FROM pg_catalog.pg_stat_activity',
  'SELECT table_name FROM information_schema.tables',
  'SELECT pg_advisory_lock(1)',
  'LISTEN stolen',
  'PREPARE kept AS SELECT 1',
  'SELECT * FROM sales FOR UPDATE',
  `DO $$ BEGIN PERFORM pg_sleep(30); END $$`,
  `SELECT nextval('public.counter')`,
  'EXPLAIN ANALYZE DELETE FROM sales',
  `SELECT query_to_xml('select secret from public.canary', true, true, '')`,
  `SELECT lpad('x', 100000000)`,
  'SELECT current_user',
  'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t',
  'SELECT $1',
];

/** Read-only transaction, one statement, time-out, and the role: what is left of these without the parser is harmless. */
const HARMLESS =
  /set_config\('role'|^SELECT (?:current_user|\$1|lpad)|pg_stat_activity|information_schema|pg_advisory_lock|^LISTEN|^PREPARE|^SET|^RESET|RECURSIVE|pg_terminate|U&/;

describe('SQL of the model on Postgres', () => {
  const database = ownDatabase();
  let app: RunningApp;
  let sales: SalesDatabase;
  const { signal } = new AbortController();
  const rowsOf = (sql: string) => asOwner(database.url(), async (client) => (await client.query(sql)).rows as object[]);

  beforeAll(async () => {
    await rowsOf(`create table canary (secret text); insert into canary values ('${CANARY}'); create sequence counter`);
    app = await startApp({ DATABASE_URL: database.url() });
    sales = app.app.get(SalesDatabase, { strict: false });
  });
  afterAll(() => app.close());

  /** Logs in as the role itself, without the parser before it. */
  async function asReader<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const [login] = await rowsOf('select role, password from sales_reader_login');
    const { role, password } = login as { role: string; password: string };
    const url = new URL(database.url());
    [url.username, url.password] = [role, password];
    return asOwner(url.href, work);
  }

  it('has at least 25 ways out to try', () => expect(ESCAPES.length).toBeGreaterThanOrEqual(25));

  it.each(ESCAPES)('refuses %s', async (sql) => {
    const refused = await sales.query(sql, signal).catch((error: unknown) => error);

    expect(refused).toBeInstanceOf(ToolError);
    expect(JSON.stringify((refused as Error).message)).not.toContain(CANARY);
  });

  it('leaves nothing behind in the session or the tables', async () => {
    for (const sql of ESCAPES) await sales.query(sql, signal).catch(() => undefined);

    const { rows } = await sales.query('SELECT COUNT(*) FROM sales', signal);
    expect(rows).toEqual([[288]]);
    expect(await rowsOf('select secret from canary')).toEqual([{ secret: CANARY }]);
    expect(await rowsOf("select count(*)::int as held from pg_locks where locktype = 'advisory'")).toEqual([
      { held: 0 },
    ]);
  });

  it.each(ESCAPES.filter((sql) => !HARMLESS.test(sql)))('the role alone does not do %s', async (sql) => {
    await asReader(async (client) => {
      await client.query("set statement_timeout = '500ms'");
      await client.query('begin read only');
      await expect(client.query({ text: sql, ...{ queryMode: 'extended' } })).rejects.toBeInstanceOf(DatabaseError);
    });
    expect(await rowsOf('select secret from canary')).toEqual([{ secret: CANARY }]);
  });

  it('the role is nobody else, and cannot become anybody', async () => {
    const answers = await asReader(async (client) => {
      const become = await client.query("select set_config('role', session_user, false)").then(
        () =>
          client.query('set role postgres').then(
            () => 'became',
            () => 'refused',
          ),
        () => 'refused',
      );
      const { rows } = await client.query(`select rolsuper or rolcreaterole or rolcreatedb as mighty,
        has_database_privilege(current_database(), 'create') as creates from pg_roles where rolname = current_user`);
      return { become, ...(rows[0] as object) };
    });
    expect(answers).toEqual({ become: 'refused', mighty: false, creates: false });
  });

  it('ends a statement that takes too long, and one whose run was cancelled', async () => {
    const slow = `SELECT COUNT(*) FROM ${Array.from({ length: 6 }, (_, index) => `sales s${index}`).join(', ')}`;
    await expect(sales.query(slow, signal)).rejects.toThrow('5000 ms');

    const run = new AbortController();
    const cancelled = sales.query(slow, run.signal);
    setTimeout(() => run.abort(new Error('cancelled')), 200);
    await expect(cancelled).rejects.toThrow('cancelled');
    expect((await sales.query('SELECT 1', signal)).rows).toEqual([[1]]);
  });

  it('gives 50 rows, cuts long cells, and breaks off an answer that grows too long', async () => {
    const many = await sales.query('SELECT * FROM sales', signal);
    expect(many).toMatchObject({ rows: { length: 50 }, truncated: true });

    const long = await sales.query(`SELECT string_agg(region || product, ',') FROM sales`, signal);
    expect(String(long.rows[0]?.[0])).toHaveLength(201);
    const words = 'a.region || a.product || b.region || b.product || a.product || b.product || a.product || b.product';
    const tooLong = `SELECT string_agg(${words}, ',') FROM sales a, sales b`;
    await expect(sales.query(tooLong, signal)).rejects.toThrow('结果太大');
    expect((await sales.query('SELECT 1', signal)).rows).toEqual([[1]]);
  });

  it('takes the ordinary SQL of an analyst', async () => {
    for (const sql of [
      `WITH q AS (SELECT quarter, SUM(amount_yuan) AS total FROM sales WHERE year = 2024 GROUP BY quarter)
        SELECT quarter, total, total - LAG(total) OVER (ORDER BY quarter) AS more FROM q ORDER BY quarter;`,
      `SELECT p.category, ROUND(AVG(s.amount_yuan), 2) FROM sales_demo.sales s JOIN products p ON p.name = s.product
        GROUP BY p.category HAVING SUM(s.units) > 10 ORDER BY 2 DESC LIMIT 3 -- by category`,
      `SELECT region, CASE WHEN SUM(units) > 100 THEN 'big' ELSE 'small' END, COUNT(DISTINCT product)::text FROM sales GROUP BY 1`,
      `SELECT COALESCE(MAX(units), 0), GREATEST(1, 2), EXTRACT(year FROM CURRENT_DATE) > 2000 FROM sales WHERE region LIKE '华%'`,
    ]) {
      const { rows } = await sales.query(sql, signal);
      expect(rows.length).toBeGreaterThan(0);
    }
  });
});

describe('without a role that may only read', () => {
  const database = ownDatabase();

  it('nothing of the model runs, and the rest of the service does', async () => {
    const url = new URL(database.url());
    const [owner] = [`plain_${url.pathname.slice(1)}`];
    await asOwner(database.url(), async (client) => {
      await client.query(`create role ${owner} login password 'secret-of-the-owner'`);
      await client.query(
        `grant all on schema public to ${owner}; grant create on database ${url.pathname.slice(1)} to ${owner}`,
      );
    });
    [url.username, url.password] = [owner, 'secret-of-the-owner'];
    const app = await startApp({ DATABASE_URL: url.href });

    const sales = app.app.get(SalesDatabase, { strict: false });
    await expect(sales.query('SELECT 1', new AbortController().signal)).rejects.toThrow('没有只读的数据库角色');
    expect((await app.get('/health/ready')).status).toBe(200);
    await app.close();
  });

  it.each([
    ['the owner', ''],
    ['a superuser', 'postgres'],
  ])('as which %s does not count', async (_, user) => {
    const reader = new URL(database.url());
    if (user) reader.username = user;
    const app = await startApp({ DATABASE_URL: database.url(), REACT_SQL_DATABASE_URL: reader.href });

    const sales = app.app.get(SalesDatabase, { strict: false });
    await expect(sales.query('SELECT 1', new AbortController().signal)).rejects.toThrow('没有只读的数据库角色');
    await app.close();
  });
});
