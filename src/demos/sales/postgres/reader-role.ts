import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DemoServer } from '../../database/demo-database';
import type { QueryPool } from './query-pool';
import { ReaderProblem } from './reader-problem';
import { SALES_SCHEMA, SALES_TABLES } from './sales-tables';

/** More than the pools of a few processes need. */
const CONNECTIONS = 20;

/** The URL of the reading role: the operator's, or of one that is made here once for this database. @throws ReaderProblem */
export async function readerUrl(transaction: Transaction<object>, server: DemoServer): Promise<string> {
  const { rows } = await sql<{ name: string; me: string; may: boolean }>`
    select 'react_sql_' || md5(current_database()) as name, current_user as me, rolsuper or rolcreaterole as may
    from pg_roles where rolname = current_user`.execute(transaction);
  const { name = '', me = '', may = false } = rows[0] ?? {};
  const url = new URL(server.readerUrl ?? server.url);
  if (server.readerUrl === undefined) {
    if (!may) throw new ReaderProblem('the user of DATABASE_URL may make none');
    url.username = name;
    url.password = await passwordOf(transaction, name);
  }
  const role = decodeURIComponent(url.username);
  if (role === '' || role === me) throw new ReaderProblem('REACT_SQL_DATABASE_URL names the user of DATABASE_URL');
  await letRead(transaction, role);
  return url.href;
}

/**
 * Makes the role where it is missing. Its password is random and kept beside the tables of the app, whose role alone can read it,
 * so that every process of the app knows it and none changes it for the others.
 */
async function passwordOf(transaction: Transaction<object>, role: string): Promise<string> {
  const logins = sql.table('sales_reader_login');
  await sql`create table if not exists ${logins} (role text primary key, password text not null)`.execute(transaction);
  const known = await sql<{ password: string }>`select password from ${logins} where role = ${role}`.execute(
    transaction,
  );
  const exists = await isThere(transaction, role);
  if (known.rows[0] && exists) return known.rows[0].password;
  const password = randomBytes(24).toString('base64url');
  const login = sql`${sql.id(role)} with login noinherit connection limit ${sql.lit(CONNECTIONS)} password ${sql.lit(password)}`;
  await sql`${sql.raw(exists ? 'alter role' : 'create role')} ${login}`.execute(transaction);
  await sql`insert into ${logins} (role, password) values (${role}, ${password})
    on conflict (role) do update set password = excluded.password`.execute(transaction);
  return password;
}

async function letRead(transaction: Transaction<object>, role: string): Promise<void> {
  if (!(await isThere(transaction, role))) throw new ReaderProblem('the role of REACT_SQL_DATABASE_URL does not exist');
  await sql`grant usage on schema ${sql.id(SALES_SCHEMA)} to ${sql.id(role)}`.execute(transaction);
  for (const table of SALES_TABLES)
    await sql`grant select on ${sql.id(SALES_SCHEMA, table)} to ${sql.id(role)}`.execute(transaction);
}

async function isThere(transaction: Transaction<object>, role: string): Promise<boolean> {
  const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(transaction);
  return rows.length > 0;
}

/** What the role may do that it must not, as the database sees it; undefined when there is nothing. */
export async function tooMuchFor(pool: QueryPool): Promise<string | undefined> {
  const [row] = await pool.ownRows<{ mighty: boolean; member: boolean; others: string | null; writes: boolean }>(
    POWERS,
  );
  if (!row) return 'its own powers cannot be read';
  if (row.mighty) return 'its role is a superuser, or may make roles or databases, replicate, or bypass row security';
  if (row.member) return 'its role is a member of another role';
  if (row.writes) return 'its role may change the sales tables';
  return row.others === null ? undefined : `its role may also use ${row.others}`;
}

/** What belongs to extensions, such as pg_stat_statements, is open to everybody and cannot be named in a statement anyway. */
const POWERS = `
  select role.rolsuper or role.rolcreaterole or role.rolcreatedb or role.rolreplication or role.rolbypassrls as mighty,
    exists (select from pg_auth_members where member = role.oid) as member,
    (select string_agg(format('%I.%I', nspname, relname), ', ' order by nspname, relname) from pg_class as class
      join pg_namespace as namespace on namespace.oid = relnamespace
      where relkind in ('r', 'v', 'm', 'p', 'f') and nspname not in ('pg_catalog', 'information_schema')
        and not (nspname = '${SALES_SCHEMA}' and relname in (${SALES_TABLES.map((name) => `'${name}'`).join(', ')}))
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')
        and (has_table_privilege(class.oid, 'select, insert, update, delete, truncate, references, trigger')
          or has_any_column_privilege(class.oid, 'select, insert, update, references'))) as others,
    ${SALES_TABLES.map((name) => `has_table_privilege('${SALES_SCHEMA}.${name}', 'insert, update, delete, truncate')`).join(' or ')} as writes
  from pg_roles as role where role.rolname = current_user`;
