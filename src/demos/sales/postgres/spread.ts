type Visit = (key: string, value: unknown) => boolean | void;

/**
 * How many times larger than its text the planner of Postgres may make an expression, at the most. It writes the expression of an
 * inner query into every place where the outer one names its column: of twenty levels of `s || s` come a million, in memory without
 * a limit, and no time-out ends the planner. Each inner query counts with the most columns that one of its expressions names.
 */
export function spreadOf(program: unknown): number {
  let spread = 1;
  walk(program, (key, value) => {
    if (INNER.has(key)) spread *= Math.max(1, mostColumns(value));
  });
  return spread;
}

/** A name that stands for all columns at once, or for a query at each of its places, would not be counted. */
export function hidesColumns(program: unknown): boolean {
  const tables = new Set<unknown>();
  let hides = false;
  walk(program, (key, value) => {
    if (key === 'aliasname' || key === 'relname') tables.add(value);
    if (key === 'ctematerialized' && value === 'CTEMaterializeNever') hides = true;
  });
  walk(program, (key, value) => {
    if (key !== 'ColumnRef') return;
    const { fields } = value as { fields: { String?: { sval?: string } }[] };
    if (fields.length === 1 && tables.has(fields[0]?.String?.sval)) hides = true;
  });
  return hides;
}

const INNER = new Set(['RangeSubselect', 'CommonTableExpr']);

/** Of the expressions that a query gives out; those of the queries in its FROM and WITH count for themselves. */
function mostColumns(query: unknown): number {
  let most = 0;
  walk(query, (key, value) => {
    if (key === 'ResTarget') most = Math.max(most, columnsIn(value));
    return INNER.has(key);
  });
  return most;
}

function columnsIn(expression: unknown): number {
  let columns = 0;
  walk(expression, (key) => {
    if (key === 'ColumnRef') columns += 1;
  });
  return columns;
}

/** `visit` gives true where it need not go deeper. */
function walk(value: unknown, visit: Visit): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) if (visit(key, inner) !== true) walk(inner, visit);
}
