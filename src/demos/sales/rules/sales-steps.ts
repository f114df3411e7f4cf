import type { DemoStep, DemoTurn } from '../../../index';
import { numberIn, observed, tableIn, type Table } from './observed';
import { leftovers } from './plain-words';
import type { SalesQuestion } from './read-question';
import { expressionFor, salesAnswer } from './sales-answers';
import { NAMES_SQL, salesSql, type Name } from './sales-sql';
import { impossibleTime } from './unanswerable';

/** A table that was read, or the step that has to come first. */
type Reading = { table: Table } | { step: DemoStep };

/** The next step for a question about the sales tables: names where one may be meant, the figures, the sum, the answer. */
export function salesStep(turn: DemoTurn, question: SalesQuestion): DemoStep {
  const impossible = impossibleTime(question.text);
  if (impossible !== undefined) return { thought: '数据里不可能有这个时间。', answer: impossible };
  let names: Name[] = [];
  if (question.names.length > 0) {
    const reading = read(turn, NAMES_SQL, '问题里可能有地区或产品的名称，先查有哪些。');
    if ('step' in reading) return reading.step;
    const all = namesIn(reading.table);
    const mentioned = mentions(question, all);
    if ('unknown' in mentioned)
      return { thought: '表里没有这个名称，也没有这样的数据。', answer: unknownName(mentioned.unknown, all) };
    names = mentioned.names;
  }
  const reading = read(turn, salesSql(question, names), '需要的数字可以用一条 SQL 一次查出。');
  return 'step' in reading ? reading.step : withSum(turn, question, reading.table);
}

function withSum(turn: DemoTurn, question: SalesQuestion, table: Table): DemoStep {
  const expression = expressionFor(question, table);
  const sum = expression === undefined ? undefined : observed(turn, 'Calculator', 'expression', expression);
  if (expression !== undefined && !sum && !turn.forced) {
    return { thought: '数字已经查到，用计算器求出结果。', tool: 'Calculator', input: { expression } };
  }
  const answer = salesAnswer(question, table, sum && numberIn(sum));
  const failed = sum && !sum.ok ? `计算没有成功：${sum.content}。` : '';
  return { thought: '数字齐了，可以回答。', answer: answer + failed };
}

/** The rows for a statement that these rules wrote; an error is told, not tried again. */
export function read(turn: DemoTurn, query: string, thought: string): Reading {
  const observation = observed(turn, 'DatabaseQuery', 'query', query);
  const table = observation && tableIn(observation);
  if (table) return { table };
  if (observation) {
    return {
      step: {
        thought: '查询失败，如实说明。',
        answer: `查询没有成功，所以无法回答：${observation.content.slice(0, 300)}`,
      },
    };
  }
  if (turn.forced)
    return { step: { thought: '不能再查询了。', answer: '在限制之内没有来得及查到需要的数据，所以无法回答。' } };
  return { step: { thought, tool: 'DatabaseQuery', input: { query } } };
}

/** The names in a question, in its order. A word that is no name and no part of one must not be passed over. */
function mentions({ text, rest }: SalesQuestion, all: readonly Name[]): { names: Name[] } | { unknown: string } {
  const found = new Map<Name, number>();
  let left = rest;
  for (const name of all) {
    const at = left.indexOf(name.name);
    if (at !== -1) found.set(name, at);
    left = left.replaceAll(name.name, (known) => ' '.repeat(known.length));
  }
  for (const { core, word } of leftovers(left, text)) {
    const meant = all.filter(({ name }) => core.length > 1 && (name.includes(word) || name.includes(core)));
    if (meant.length === 0) return { unknown: word };
    for (const name of meant) if (!found.has(name)) found.set(name, text.indexOf(core));
  }
  return { names: [...found].sort(([, a], [, b]) => a - b).map(([name]) => name) };
}

const namesIn = ({ rows }: Table): Name[] =>
  rows.flatMap(([kind, name]) =>
    (kind === 'region' || kind === 'product') && typeof name === 'string' ? [{ kind, name } as const] : [],
  );

function unknownName(word: string, all: readonly Name[]): string {
  const list = (kind: Name['kind']): string =>
    all
      .filter((name) => name.kind === kind)
      .map(({ name }) => name)
      .join('、');
  return `数据里没有“${word.slice(0, 30)}”（或者演示模型没有看懂这个词），所以不给出数字。现有的地区：${list('region')}；产品：${list('product')}。`;
}
