import { partName, type Part, type Period, type Year } from './periods';
import type { SalesQuestion } from './read-question';
import type { Dimension } from './vocabulary';

/** A region or a product, as the tables spell it. */
export interface Name {
  readonly kind: 'region' | 'product';
  readonly name: string;
}

/** Every name that a question can mean. */
export const NAMES_SQL =
  "SELECT DISTINCT 'region' AS kind, region AS name FROM sales UNION SELECT DISTINCT 'product', product FROM sales ORDER BY 1, 2";

const DIMENSION_SQL: Readonly<Record<Dimension, string>> = {
  region: 'region',
  product: 'product',
  month: "year || '年' || month || '月'",
  quarter: "year || '年第' || quarter || '季度'",
  year: "year || '年'",
};

/** A set of rows with what it is called; both are SQL. */
interface Slice {
  readonly label: string;
  readonly where: readonly string[];
}

/** The one query that holds all figures of an answer. */
export function salesSql(question: SalesQuestion, names: readonly Name[]): string {
  const { metric, periods, dimension, column } = question;
  const [first = {}] = periods;
  switch (metric) {
    case 'ranking':
    case 'breakdown':
      return groupedSql(question, names);
    case 'share':
      if (names.length === 0 && dimension) return groupedSql(question, names);
      return names.length === 0
        ? slicesSql(column, [slice(first, []), slice(first.year ? { year: first.year } : wholeYearOf(first), [])])
        : slicesSql(column, [slice(first, names), slice(first, [])]);
    case 'average':
      return averageSql(question, slice(first, names));
    default:
      return slicesSql(column, comparedSlices(periods, names));
  }
}

const wholeYearOf = ({ part }: Period): Period => ({ year: { back: 0, ...(part && { of: part }) } });

/** Two periods, or two names in one period, side by side. */
function comparedSlices(periods: readonly Period[], names: readonly Name[]): Slice[] {
  const [first = {}] = periods;
  const sameKind = names.length === 2 && names[0]?.kind === names[1]?.kind;
  if (periods.length < 2 && sameKind) return names.map((name) => slice(first, [name]));
  return periods.length === 0 ? [slice(first, names)] : periods.map((period) => slice(period, names));
}

const slicesSql = (column: string, slices: readonly Slice[]): string =>
  slices
    .map(({ label, where }) => `SELECT ${label} AS period, SUM(${column}) AS total FROM sales${whereSql(where)}`)
    .join(' UNION ALL ');

function averageSql({ column, dimension = 'month' }: SalesQuestion, { label, where }: Slice): string {
  const parts = `COUNT(DISTINCT ${DIMENSION_SQL[dimension]})`;
  return `SELECT ${label} AS period, SUM(${column}) AS total, ${parts} AS parts FROM sales${whereSql(where)}`;
}

function groupedSql(
  { column, dimension = 'region', metric, lowest, periods }: SalesQuestion,
  names: readonly Name[],
): string {
  const { label, where } = slice(periods[0] ?? {}, names);
  const filter = whereSql(where);
  const percent =
    metric === 'share'
      ? `, ROUND(SUM(${column}) * 100.0 / (SELECT SUM(${column}) FROM sales${filter}), 2) AS percent`
      : '';
  const isTime = dimension !== 'region' && dimension !== 'product';
  const order = metric === 'breakdown' && isTime ? 'MIN(year * 12 + month)' : `total ${lowest ? 'ASC' : 'DESC'}`;
  return (
    `SELECT (SELECT ${label} FROM sales${filter}) AS period, ${DIMENSION_SQL[dimension]} AS name, SUM(${column}) AS total` +
    `${percent} FROM sales${filter} GROUP BY name ORDER BY ${order}`
  );
}

function slice(period: Period, names: readonly Name[]): Slice {
  const prefix = names.length > 0 ? `${text(names.map(({ name }) => name).join('、'))} || ` : '';
  return { label: prefix + labelSql(period), where: [...periodSql(period), ...namesSql(names)] };
}

function labelSql({ year, part }: Period): string {
  if (!year && !part) return "MIN(year) || '年至' || MAX(year) || '年'";
  if (part?.kind === 'recent') {
    return part.unit === 'month'
      ? `MAX(year) || '年' || MAX(month) || '月'`
      : `MAX(year) || '年第' || MAX(quarter) || '季度'`;
  }
  return `MAX(year) || ${text(part ? `年${partName(part)}` : '年')}`;
}

function periodSql({ year, part }: Period): string[] {
  if (part?.kind === 'recent') {
    const index = part.unit === 'month' ? 'year * 12 + month' : 'year * 4 + quarter';
    return [`${index} = (SELECT MAX(${index}) FROM sales)${part.back > 0 ? ` - ${part.back}` : ''}`];
  }
  const ofPart = part ? [partSql(part)] : [];
  const named = year ?? (part && { back: 0, of: part });
  return named ? [...ofPart, `year = ${yearSql(named)}`] : ofPart;
}

function yearSql(year: Year): string {
  if ('fixed' in year) return String(year.fixed);
  const filter = year.of ? ` WHERE ${partSql(year.of)}` : '';
  return `(SELECT MAX(year) FROM sales${filter})${year.back > 0 ? ` - ${year.back}` : ''}`;
}

function partSql(part: Exclude<Part, { kind: 'recent' }> | Part): string {
  if (part.kind === 'quarter') return `quarter = ${part.quarter}`;
  if (part.kind === 'recent') return '1 = 1';
  return part.from === part.to ? `month = ${part.from}` : `month BETWEEN ${part.from} AND ${part.to}`;
}

function namesSql(names: readonly Name[]): string[] {
  return (['region', 'product'] as const).flatMap((kind) => {
    const ofKind = names.filter((name) => name.kind === kind);
    return ofKind.length > 0 ? [`${kind} IN (${ofKind.map(({ name }) => text(name)).join(', ')})`] : [];
  });
}

const whereSql = (where: readonly string[]): string => (where.length > 0 ? ` WHERE ${where.join(' AND ')}` : '');

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** SQL for a description in words, where no earlier query could tell which names there are. */
export function sqlFromDescription(question: SalesQuestion): string {
  const sql = salesSql(question, []);
  if (question.names.length === 0) return sql;
  const words = text(question.names.map(({ word }) => word).join(' '));
  const named = `SELECT * FROM sales WHERE ${words} LIKE '%' || region || '%' OR ${words} LIKE '%' || product || '%'`;
  return `WITH named AS (${named}) ${sql.replaceAll('FROM sales', 'FROM named')}`;
}
