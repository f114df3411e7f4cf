import { loadModule, parseSync } from 'libpg-query';
import { MAX_STATEMENT_CHARS } from '../sql/statement-text';
import { SALES_SCHEMA, SALES_TABLES } from './sales-tables';
import { hidesColumns, spreadOf } from './spread';

/** What a query may be made of. Everything that is not named here is refused, so also what a later version can parse. */
const NODES = new Set(
  (
    'A_ArrayExpr A_Const A_Expr A_Star BooleanTest BoolExpr CaseExpr CaseWhen CoalesceExpr ColumnRef CommonTableExpr ' +
    'FuncCall GroupingFunc GroupingSet JoinExpr List MinMaxExpr NullTest RangeSubselect RangeVar ResTarget RowExpr SelectStmt ' +
    'SortBy SQLValueFunction String SubLink TypeCast WindowDef'
  ).split(' '),
);

/** Functions that compute of their arguments, in bounded time and room: none that makes text longer by a number, or rows of nothing. */
const FUNCTIONS = new Set(
  (
    'abs age array_agg avg bit_length bool_and bool_or btrim ceil ceiling char_length character_length concat concat_ws corr ' +
    'count cume_dist date date_part date_trunc dense_rank div every exp extract first_value floor initcap lag last_value lead left ' +
    'length ln log lower ltrim make_date max min mod mode nth_value ntile nullif now octet_length overlay percent_rank ' +
    'percentile_cont percentile_disc position pow power rank regr_slope replace reverse right round row_number rtrim sign split_part ' +
    'sqrt stddev stddev_pop stddev_samp string_agg strpos substr substring sum timezone to_char to_date to_number translate trim ' +
    'trunc upper var_pop var_samp variance width_bucket'
  ).split(' '),
);

const TYPES = new Set(
  'bool bpchar char date decimal float4 float8 int2 int4 int8 interval numeric real text time timestamp timestamptz varchar'.split(
    ' ',
  ),
);

/** Far above what analysts write, far below what the planner takes long for. */
const MAX_SPREAD = 256;

/** Who is asked for, and where, is no business of a query. */
const CLOCKS = /^SVFOP_(?:CURRENT|LOCAL)_?(?:DATE|TIME)/;

type Fields = Readonly<Record<string, unknown>>;

/**
 * What is wrong with a statement, in Chinese for the model; undefined when it is one query of the sales tables. Postgres' own parser
 * reads it, so no second grammar can understand it differently. What the role may do decides in the end; this is the line before.
 */
export async function statementProblem(text: string): Promise<string | undefined> {
  if (text.length > MAX_STATEMENT_CHARS) return `语句有 ${text.length} 个字符，最多 ${MAX_STATEMENT_CHARS} 个`;
  if (text.includes('\0')) return '语句里有控制字符';
  await loadModule();
  try {
    return programProblem(parseSync(text));
  } catch (error) {
    return `语法错误：${error instanceof Error ? error.message.slice(0, 200) : '无法解析'}`;
  }
}

function programProblem(program: unknown): string | undefined {
  const statements = listIn(program, 'stmts');
  if (statements.length === 0) return '语句是空的';
  if (statements.length > 1) return '一次只能执行一条语句';
  const statement = fieldIn(statements[0], 'stmt');
  if (fieldIn(statement, 'SelectStmt') === undefined) return '只允许查询（SELECT 或 WITH … SELECT）';
  const names = new Set<string>();
  const problem = namesProblem(statement, names) ?? problemIn(statement, names);
  if (problem !== undefined) return problem;
  if (hidesColumns(statement)) return '不允许引用整行，也不允许 NOT MATERIALIZED';
  return spreadOf(statement) > MAX_SPREAD ? '嵌套的查询引用列的次数太多，请写得简单些' : undefined;
}

/** Collects the names of WITH; a query may read them like tables. */
function namesProblem(value: unknown, names: Set<string>): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'ctename' && typeof inner === 'string') names.add(inner);
    if (key === 'recursive' && inner === true) return '不允许递归的 WITH';
    const problem = namesProblem(inner, names);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemIn(value: unknown, names: ReadonlySet<string>): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const problem = nodeProblem(key, inner, names) ?? problemIn(inner, names);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The parser's kinds of node begin with a capital, their fields do not. */
function nodeProblem(key: string, value: unknown, names: ReadonlySet<string>): string | undefined {
  if (key === 'intoClause') return '不允许 INTO';
  if (key === 'lockingClause') return '不允许锁定行';
  if (key === 'typeName') return nameProblem('类型', namesOf(fieldIn(value, 'names')), TYPES);
  if (!/^[A-Z]/.test(key)) return undefined;
  if (!NODES.has(key)) return `不允许 ${key}`;
  if (key === 'FuncCall') return nameProblem('函数', namesOf(fieldIn(value, 'funcname')), FUNCTIONS);
  if (key === 'SQLValueFunction' && !CLOCKS.test(String(fieldIn(value, 'op')))) return '不允许读取会话信息';
  return key === 'RangeVar' ? tableProblem(value, names) : undefined;
}

function tableProblem(table: unknown, names: ReadonlySet<string>): string | undefined {
  const [name, schema] = [String(fieldIn(table, 'relname')), fieldIn(table, 'schemaname')];
  const isOurs = (SALES_TABLES as readonly string[]).includes(name) && (schema ?? SALES_SCHEMA) === SALES_SCHEMA;
  const isNamed = schema === undefined && names.has(name);
  const isElsewhere = fieldIn(table, 'catalogname') !== undefined;
  return (isOurs || isNamed) && !isElsewhere ? undefined : `不允许读取 ${name.slice(0, 60)}`;
}

/** Names of what Postgres itself brings may be written with its schema, as the parser does. */
function nameProblem(kind: string, parts: readonly string[], allowed: ReadonlySet<string>): string | undefined {
  const own = parts.length === 2 && parts[0] === 'pg_catalog' ? parts.slice(1) : parts;
  const [name = ''] = own;
  return own.length === 1 && allowed.has(name) ? undefined : `不允许${kind} ${parts.join('.').slice(0, 60)}`;
}

const namesOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.map((part: unknown) => String(fieldIn(fieldIn(part, 'String'), 'sval'))) : [];

const fieldIn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Fields)[key] : undefined;

function listIn(value: unknown, key: string): unknown[] {
  const list = fieldIn(value, key);
  return Array.isArray(list) ? list : [];
}
