import type { DemoRules, DemoStep, DemoTurn, Message } from '../../index';
import { numberIn, observed } from './rules/observed';
import { readQuestion, readSales, type Question } from './rules/read-question';
import { sqlFromDescription } from './rules/sales-sql';
import { read, salesStep } from './rules/sales-steps';
import { searchStep } from './rules/search-step';
import { SQL_PROMPT_TITLE } from './words-to-sql';

/** Stands in for a model in the sales domain: reads the question, asks the tools, quotes what they say. */
export const salesRules: DemoRules = {
  agent: 'sales',
  next: (turn) => nextStep(turn, questionOf(turn)),
  complete: sqlForPrompt,
};

function nextStep(turn: DemoTurn, question: Question): DemoStep {
  switch (question.kind) {
    case 'sales':
      return salesStep(turn, question);
    case 'sql':
      return sqlStep(turn, question.sql);
    case 'arithmetic':
      return arithmeticStep(turn, question.expression);
    case 'search':
      return searchStep(turn, question.query);
    case 'change':
      return { thought: '这要改动数据，而工具只能读。', answer: declined(question.wish) };
    case 'unknown':
      return { thought: '这个问题超出了演示规则。', answer: notUnderstood(turn.question, question.missing) };
    default:
      return question satisfies never;
  }
}

/** "And in the north?" takes what it does not say from the question before. */
function questionOf({ question, history }: DemoTurn): Question {
  const read = readQuestion(question);
  const before = history.findLast(({ role }) => role === 'user')?.content;
  if (read.kind !== 'unknown' || read.missing !== undefined || before === undefined || !/呢/.test(question))
    return read;
  const earlier = readQuestion(before);
  if (earlier.kind !== 'sales') return read;
  const { text, rest, names, periods, relative } = readSales(question);
  return { ...earlier, text, rest, names, ...(periods.length > 0 && { periods, relative }) };
}

function sqlStep(turn: DemoTurn, sql: string): DemoStep {
  const reading = read(turn, sql, '用户给出了 SQL，直接执行。');
  if ('step' in reading) {
    const { step } = reading;
    return 'answer' in step ? { ...step, answer: `${step.answer}\n数据只能查询，没有任何改动。` } : step;
  }
  const { columns, rows } = reading.table;
  const lines = rows.map((row) => row.map(String).join(' | '));
  return {
    thought: '查询有结果了。',
    answer: `查到 ${rows.length} 行。\n${[columns.join(' | '), ...lines].join('\n')}`,
  };
}

function arithmeticStep(turn: DemoTurn, expression: string): DemoStep {
  const sum = observed(turn, 'Calculator', 'expression', expression);
  if (!sum && turn.forced) return { thought: '', answer: `没有来得及计算 ${expression}。` };
  if (!sum) return { thought: '这是一道算式，用计算器。', tool: 'Calculator', input: { expression } };
  const value = numberIn(sum);
  const answer = value === undefined ? `没有算出 ${expression}：${sum.content}` : `${expression} = ${value}`;
  return { thought: '计算器给出了结果。', answer };
}

const declined = (wish: string): string => `我只能查询销售数据，不能“${wish}”。没有执行任何改动，数据和原来一样。`;

const EXAMPLES = '“Q3 的总销售额是多少，和去年同期相比增长了多少百分比？”或“去年哪个地区的销售额最高？”';

function notUnderstood(question: string, missing: string | undefined): string {
  const understood =
    missing === undefined ? `没有看懂“${question.slice(0, 60)}”` : `看到您问“${missing}”，但销售表里没有这类数据`;
  return `我是离线演示模型，只会几种固定的销售分析、算式和资料搜索，${understood}。可以这样问：${EXAMPLES}配置真实模型后可以自由提问。`;
}

/** The words-to-SQL prompt of DatabaseQuery. */
function sqlForPrompt(messages: readonly Message[]): string | undefined {
  if (!messages.some(({ role, content }) => role === 'system' && content.startsWith(SQL_PROMPT_TITLE)))
    return undefined;
  const words = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return sqlFromDescription(readSales(words));
}
