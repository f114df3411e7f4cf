/** One row of `EXPLAIN`: address, opcode, p1, p2, p3, p4, p5, comment. */
export type Instruction = readonly [number, string, number, number, number, unknown, ...unknown[]];

/** Functions that a statement may call. Everything else is refused, above all those that read files or build huge strings. */
const FUNCTIONS = new Set(
  (
    'abs avg ceil ceiling char coalesce concat concat_ws count cume_dist date datetime dense_rank first_value floor glob ' +
    'group_concat ifnull iif instr julianday lag last_value lead length like ln log log10 log2 lower ltrim max min mod ' +
    'nth_value ntile nullif percent_rank pow power rank replace round row_number rtrim sign sqrt strftime string_agg ' +
    'substr substring sum time total trim trunc typeof unicode unixepoch upper'
  ).split(' '),
);

const CALLS = new Set(['Function', 'PureFunc', 'AggStep', 'AggStep1', 'AggInverse', 'AggValue', 'AggFinal']);
const OPENS = new Set(['OpenRead', 'ReopenIdx']);

/** Writes, schema changes and settings: none of them is ever part of a query. */
const FORBIDDEN = new Set([
  ...['OpenWrite', 'Vacuum', 'JournalMode', 'Checkpoint', 'AutoCommit', 'Savepoint', 'SetCookie', 'CreateBtree'],
  ...['Destroy', 'Clear', 'SqlExec', 'ParseSchema', 'LoadAnalysis', 'DropTable', 'DropIndex', 'DropTrigger'],
  ...['IncrVacuum', 'IntegrityCk', 'Pagecount', 'MaxPgcnt', 'Program', 'ReadCookie', 'Expire'],
]);

/**
 * What is wrong with a compiled statement, in Chinese for the model; undefined when it only reads the given tables.
 * SQLite's own compiler has read the statement, so no second grammar can understand it differently: names in any quoting,
 * nested queries and table-valued functions all end as these instructions.
 * @param pages root pages of the tables (and their indexes) that may be read
 */
export function programProblem(program: readonly Instruction[], pages: ReadonlySet<number>): string | undefined {
  for (const instruction of program) {
    const problem = instructionProblem(instruction, pages);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function instructionProblem([, opcode, , p2, p3, p4]: Instruction, pages: ReadonlySet<number>): string | undefined {
  if (CALLS.has(opcode)) {
    const name = String(p4).split('(', 1)[0] ?? '';
    const isOperator = /^->>?$/.test(name);
    return FUNCTIONS.has(name.toLowerCase()) || isOperator ? undefined : `不允许函数 ${name}`;
  }
  if (OPENS.has(opcode) && (p3 !== 0 || !pages.has(p2))) return '不允许读取系统表';
  if (opcode === 'Transaction' && p2 !== 0) return '不允许写入';
  if (opcode.startsWith('V') && opcode !== 'Variable') return '不允许虚拟表和表值函数';
  if (opcode === 'Variable') return '不允许参数占位符';
  return FORBIDDEN.has(opcode) ? '只允许查询' : undefined;
}
