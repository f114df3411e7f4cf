import { looksLikeSql } from '../sql/statement-text';
import { findPeriods, yearBefore, stretchBefore, type Period, type Year } from './periods';
import { leftovers, type Leftover } from './plain-words';
import { changeIn } from './unanswerable';
import * as words from './vocabulary';
import type { Dimension } from './vocabulary';

export type Metric = 'total' | 'growth' | 'difference' | 'average' | 'share' | 'ranking' | 'breakdown';

/** A question about the sales tables. */
export interface SalesQuestion {
  readonly kind: 'sales';
  readonly text: string;
  readonly metric: Metric;
  readonly column: 'amount_yuan' | 'units';
  /** The stretch asked about, then those that it is compared with. Empty for all of the data. */
  readonly periods: readonly Period[];
  readonly dimension?: Dimension;
  readonly lowest: boolean;
  /** How many rows of a ranking were asked for. */
  readonly top: number;
  /** `text` with blanks where the times are. */
  readonly rest: string;
  /** Words that are neither plain nor a time: names of regions and products, or not understood. */
  readonly names: readonly Leftover[];
  /** Words such as 今年, which is read as the newest year in the data. */
  readonly relative: readonly string[];
}

export type Question =
  | SalesQuestion
  | { readonly kind: 'sql'; readonly sql: string }
  | { readonly kind: 'arithmetic'; readonly expression: string }
  | { readonly kind: 'search'; readonly query: string }
  | { readonly kind: 'change'; readonly wish: string }
  | { readonly kind: 'unknown'; readonly missing?: string };

/** What a question asks for, as far as these rules understand it. */
export function readQuestion(given: string): Question {
  if (looksLikeSql(given)) return { kind: 'sql', sql: given.trim() };
  const text = plainText(given);
  const wish = changeIn(text);
  if (wish !== undefined) return { kind: 'change', wish };
  const isAboutSales = words.SALES_WORDS.test(text);
  const expression = isAboutSales ? undefined : arithmeticIn(text);
  if (expression !== undefined) return { kind: 'arithmetic', expression };
  if (words.SEARCH_WORDS.test(text) && !(isAboutSales && asksForNumbers(text))) {
    return { kind: 'search', query: searchQuery(text) };
  }
  const missing = words.NOT_IN_TABLES.exec(text)?.[0];
  if (missing !== undefined) return { kind: 'unknown', missing };
  const sales = readSales(text);
  // growth of each region is more than these rules can put into one table
  if (isChange(sales) && sales.dimension && /[各每哪]|最/.test(text)) return { kind: 'unknown' };
  const isClear = isAboutSales || (sales.periods.length > 0 && sales.metric !== 'total');
  return isClear ? sales : { kind: 'unknown' };
}

/** Reads a text as a question about sales, whether it is one or not. */
export function readSales(given: string): SalesQuestion {
  const text = plainText(given);
  const compare = comparisonIn(text);
  const { periods: said, rest, relative } = findPeriods(compare.rest);
  const dimension = words.DIMENSION_WORDS.find(([, pattern]) => pattern.test(rest))?.[0];
  const names = leftovers(rest, text);
  const compared = !!compare.with || (said.length === 2 && words.COMPARING_WORDS.test(rest));
  const metric = metricOf(rest, { compared, ...(dimension && { dimension }) });
  // growth of one stretch, with nothing to compare it with, is growth over the year before
  const other = compare.with ?? (metric === 'growth' && names.length < 2 ? yearBefore : undefined);
  const first = said[0] ?? NEWEST_YEAR;
  return {
    kind: 'sales',
    text,
    metric,
    column: words.UNIT_WORDS.test(rest) ? 'units' : 'amount_yuan',
    periods: other && said.length < 2 ? [first, other(first)] : said,
    ...(dimension && { dimension }),
    lowest: words.LOWEST_WORDS.test(rest),
    top: topOf(rest),
    rest,
    names,
    relative,
  };
}

const MAX_CHARS = 500;

/** Full-width signs and digits as ASCII; no spaces beside Chinese, where people put them or not. */
const plainText = (given: string): string =>
  given
    .slice(0, MAX_CHARS)
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/ (?=\p{Script=Han})|(?<=\p{Script=Han}) /gu, '');

const isChange = ({ metric }: SalesQuestion): boolean => metric === 'growth' || metric === 'difference';

const NEWEST_YEAR: Period = { year: { back: 0 } };

function comparisonIn(text: string): { rest: string; with?: (period: Period) => Period } {
  const blank = (found: string): string => ' '.repeat(found.length);
  const ways: [RegExp, (period: Period) => Period][] = [
    [words.TWO_YEARS_BEFORE, (period) => ({ ...period, year: { back: 2 } satisfies Year })],
    [words.YEAR_ON_YEAR, yearBefore],
    [words.STRETCH_BEFORE, stretchBefore],
  ];
  const named = words.SAME_MONTHS_OF.exec(text);
  if (named) {
    const year = { fixed: 2000 + (Number(named[1]) % 100) };
    return { rest: text.replace(words.SAME_MONTHS_OF, blank), with: (period) => ({ ...period, year }) };
  }
  const way = ways.find(([pattern]) => pattern.test(text));
  if (!way) return { rest: text };
  // the words stay for the metric: "同比" alone asks for growth
  const rest = text.replace(way[0], (found) => (/比$/.test(found) ? found : blank(found)));
  return { rest, with: way[1] };
}

function metricOf(rest: string, { compared, dimension }: { compared: boolean; dimension?: Dimension }): Metric {
  if (words.SHARE_WORDS.test(rest)) return 'share';
  if (words.AVERAGE_WORDS.test(rest)) return 'average';
  if (dimension && (words.HIGHEST_WORDS.test(rest) || words.LOWEST_WORDS.test(rest))) return 'ranking';
  const isGrowth = words.GROWTH_WORDS.test(rest);
  const isDifference = words.DIFFERENCE_WORDS.test(rest) && !words.PERCENT_WORDS.test(rest);
  if (compared || isGrowth || isDifference) return isDifference ? 'difference' : 'growth';
  return dimension && words.BREAKDOWN_WORDS.test(rest) ? 'breakdown' : 'total';
}

function topOf(rest: string): number {
  const named = /前([一二两三四五123456])/.exec(rest)?.[1];
  if (!named) return 1;
  return /\d/.test(named) ? Number(named) : named === '两' ? 2 : '一二三四五'.indexOf(named) + 1;
}

const asksForNumbers = (text: string): boolean =>
  (findPeriods(text).periods.length > 0 ||
    /多少|几|总额|合计|占比|最[高低多少大小好差]|平均|同比|环比|各|每/.test(text)) &&
  !/搜索|检索|上网|为什么/.test(text);

/** The longest stretch that can only be arithmetic: at least two numbers and an operator. */
function arithmeticIn(text: string): string | undefined {
  const plain = text
    .replace(/[×xX✕]/g, '*')
    .replace(/÷/g, '/')
    .replace(/[—−]/g, '-');
  const stretches = plain.match(/[\d+\-*/%^().,\s]+/g) ?? [];
  const longest = stretches.map((part) => part.trim()).sort((a, b) => b.length - a.length)[0] ?? '';
  const expression = longest.replace(/(\d),(?=\d{3})/g, '$1').replace(/[,.\s]+$/, '');
  const isDate = /^\d{4}[-/]\d{1,2}(?:[-/]\d{1,2})?$/.test(expression);
  return /\d[)%\s]*[+\-*/%^][(\s-]*\d/.test(expression) && !isDate ? expression : undefined;
}

const ASKING =
  /请问|请|帮我|麻烦|搜索|搜一下|搜一搜|搜下|搜搜|检索|查一下资料|查资料|查一下|查查|上网|一下|告诉我|是什么|什么是|有哪些|哪些/g;

/** The question without the words and signs that only say that one asks. */
const searchQuery = (text: string): string =>
  text
    .replace(ASKING, ' ')
    .replace(/[\p{P}\s]+/gu, ' ')
    .trim()
    .slice(0, 200) || text.slice(0, 200);
