import type { Table } from './observed';
import { nameOf } from './periods';
import type { SalesQuestion } from './read-question';
import type { Dimension } from './vocabulary';

const DIMENSION_NAMES: Readonly<Record<Dimension, string>> = {
  region: '地区',
  product: '产品',
  month: '月份',
  quarter: '季度',
  year: '年份',
};
const AVERAGE_NAMES: Readonly<Record<Dimension, string>> = {
  region: '每个地区',
  product: '每种产品',
  month: '每月',
  quarter: '每季度',
  year: '每年',
};

/** What Calculator has to work out for an answer; undefined when the table already says it, or is not complete. */
export function expressionFor({ metric }: SalesQuestion, { rows }: Table): string | undefined {
  const [[, a, parts] = [], [, b] = []] = rows;
  switch (metric) {
    case 'growth':
      return isNumber(a) && isNumber(b) && b !== 0 ? `(${a} - ${operand(b)}) / ${operand(b)} * 100` : undefined;
    case 'difference':
      return isNumber(a) && isNumber(b) ? `${operand(a)} - ${operand(b)}` : undefined;
    case 'average':
      return isNumber(a) && isNumber(parts) && parts > 0 ? `${operand(a)} / ${parts}` : undefined;
    case 'share':
      return rows.length === 2 && isNumber(a) && isNumber(b) && b !== 0
        ? `${operand(a)} / ${operand(b)} * 100`
        : undefined;
    default:
      return undefined;
  }
}

/** The answer from the table, with what Calculator gave where it was asked. */
export function salesAnswer(question: SalesQuestion, table: Table, computed: number | undefined): string {
  return missingRows(question, table) ?? figures(question, table, computed) + meantTimes(question);
}

/** The data need not reach to today, so what such a word was taken for is told; the answer itself names the year. */
function meantTimes({ relative }: SalesQuestion): string {
  if (relative.length === 0) return '';
  const said = [...new Set(relative)].map((word) => `“${word}”`).join('');
  return `（${said}是从数据里最新的时期算起的，不是按今天的日期。）`;
}

function figures(question: SalesQuestion, table: Table, computed: number | undefined): string {
  if (table.columns.includes('name')) return groupedAnswer(question, table);
  const write = writer(question);
  const [[period, a, parts] = [], [otherPeriod, b] = []] = table.rows;
  const first = `${String(period)}的${write.total}为 ${write.value(a)}`;
  if (question.metric === 'average') {
    const per = AVERAGE_NAMES[question.dimension ?? 'month'];
    const average = computed === undefined ? '' : `，平均${per}约 ${write.value(computed)}`;
    return `${first}${average}（共 ${String(parts)} 个${DIMENSION_NAMES[question.dimension ?? 'month']}）。`;
  }
  if (otherPeriod === undefined) return `${first}。`;
  if (table.rows.length > 2 || question.metric === 'total') return totals(write, table);
  const second = `${String(otherPeriod)}的 ${write.value(b)}`;
  if (computed === undefined) return `${first}，${String(otherPeriod)}为 ${write.value(b)}。`;
  if (question.metric === 'share') return `${first}，占${second} 的约 ${percent(computed)}。`;
  if (computed === 0) return `${first}，与${second} 持平。`;
  if (question.metric === 'difference') {
    return `${first}，比${second} ${computed > 0 ? '多' : '少'} ${write.value(Math.abs(computed))}。`;
  }
  return `${first}，比${second} ${computed > 0 ? '增长' : '下降'}了约 ${percent(Math.abs(computed))}。`;
}

const totals = (write: ReturnType<typeof writer>, { rows }: Table): string =>
  `${write.total}：${rows.map(([period, total]) => `${String(period)} ${write.value(total)}`).join('；')}。`;

/** Says which period has no rows, instead of calling it zero. */
function missingRows({ periods }: SalesQuestion, { rows }: Table): string | undefined {
  const none = (name: string): string => `没有查到${name}的销售记录，所以无法回答；请换一个时期或名称。`;
  if (rows.length === 0) return none(nameOf(periods[0] ?? {}));
  const gap = rows.findIndex((row) => row.at(-1) === null || row[1] === null);
  if (gap === -1) return undefined;
  const known = rows.filter(([period, total]) => period !== null && total !== null);
  const rest = known
    .map(([period, total]) => `查到的是：${String(period)} ${Number(total).toLocaleString('en-US')}。`)
    .join('');
  return none(nameOf(periods[gap] ?? periods[0] ?? {})) + rest;
}

function groupedAnswer(question: SalesQuestion, { columns, rows }: Table): string {
  const write = writer(question);
  const dimension = DIMENSION_NAMES[question.dimension ?? 'region'];
  const line = (row: readonly unknown[]): string => {
    const share = columns.includes('percent') ? `（占 ${percent(Number(row[3]))}）` : '';
    return `${String(row[1])} ${write.value(row[2])}${share}`;
  };
  const period = String(rows[0]?.[0]);
  if (question.metric !== 'ranking') return `${period}各${dimension}的${write.total}：${rows.map(line).join('；')}。`;
  const order = question.lowest ? '最低' : '最高';
  if (question.top > 1) {
    return `${period}${write.total}${order}的 ${question.top} 个${dimension}依次是：${rows.slice(0, question.top).map(line).join('；')}。`;
  }
  const [first = [], ...others] = rows;
  const next = others.length > 0 ? `，其后是 ${others.slice(0, 2).map(line).join('、')}` : '';
  return `${period}${write.total}${order}的${dimension}是 ${line(first)}${next}。`;
}

const writer = ({ column }: SalesQuestion): { total: string; value: (value: unknown) => string } =>
  column === 'units'
    ? { total: '总销量', value: (value) => `${rounded(value)} 件` }
    : { total: '总销售额', value: (value) => `¥${rounded(value)}` };

const rounded = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 2 }) : String(value);

const percent = (value: number): string => `${value.toFixed(2)}%`;

const isNumber = (value: unknown): value is number => typeof value === 'number';

const operand = (value: number): string => (value < 0 ? `(${value})` : String(value));
