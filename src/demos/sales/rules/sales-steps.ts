import type { DemoStep, DemoTurn } from '../../../index';
import { numberIn, observed, tableIn, type Table } from './observed';
import type { SalesQuestion } from './read-question';
import { expressionFor, salesAnswer } from './sales-answers';
import { NAMES_SQL, salesSql, type Name } from './sales-sql';

/** A table that was read, or the step that has to come first. */
type Reading = { table: Table } | { step: DemoStep };

/** The next step for a question about the sales tables: names where one may be meant, the figures, the sum, the answer. */
export function salesStep(turn: DemoTurn, question: SalesQuestion): DemoStep {
  let names: Name[] = [];
  if (question.names.length > 0) {
    const reading = read(turn, NAMES_SQL, '问题里可能有地区或产品的名称，先查有哪些。');
    if ('step' in reading) return reading.step;
    const all = namesIn(reading.table);
    const { text } = question;
    names = all.filter(({ name }) => text.includes(name)).sort((a, b) => text.indexOf(a.name) - text.indexOf(b.name));
    const unknown = question.names.find(({ word, marked }) => marked && !names.some(({ name }) => name.includes(word)));
    if (unknown) return { thought: '表里没有这个名称。', answer: unknownName(unknown.word, all) };
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
  const failed = sum && !sum.ok ? `计算没有成功：${sum.content}` : '';
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
  return `数据里没有“${word}”。现有的地区：${list('region')}；产品：${list('product')}。`;
}
