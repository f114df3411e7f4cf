/** A year as it was said: a number, or so many years before the newest one in the data (that has the months of `of`). */
export type Year = { readonly fixed: number } | { readonly back: number; readonly of?: Part };

/** A stretch of time in a question. A part without a year is that of the newest year that has it. */
export interface Period {
  readonly year?: Year;
  readonly part?: Part;
}

export type Part =
  | { readonly kind: 'quarter'; readonly quarter: number }
  | { readonly kind: 'months'; readonly from: number; readonly to: number }
  /** The newest quarter or month in the data, or the one before it. */
  | { readonly kind: 'recent'; readonly unit: 'quarter' | 'month'; readonly back: number };

export interface FoundPeriods {
  readonly periods: Period[];
  /** The text with blanks where the periods were. */
  readonly rest: string;
  /** Words such as 今年 or 上个月, which mean another time on another day. */
  readonly relative: string[];
}

const DIGITS = '〇一二三四五六七八九';
const MONTH = '1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九]';

// Every alternative is bounded, so the scan is linear. Order matters: the longer reading comes first.
const TOKEN = new RegExp(
  [
    '(?<recent>(?:最近|最新|上|本|这)(?:的?一?个?)(?<unit>季度|月)(?:份)?)',
    `(?<range>(?<from>${MONTH})月?份?[到至~-](?<to>${MONTH})月份?)`,
    `(?<isoYear>20\\d\\d)[-/](?<isoMonth>1[0-2]|0?[1-9])(?!\\d)`,
    '(?<firstQuarters>前(?<count>[二两三23])个?季度)',
    '(?:第 ?)?(?<cnQuarter>[一二三四1-4])个?季度?',
    '(?<![A-Za-z])[Qq](?<quarter>[1-4])(?!\\d)(?: ?季度?)?',
    '(?<half>[上下]半年)',
    `(?<![\\d个])(?<month>${MONTH})月份?`,
    '(?<!\\d)(?<year>(?:20)?\\d\\d) ?年',
    '(?<!\\d)(?<bareYear>20\\d\\d)(?!\\d)',
    '(?<namedYear>今年|本年|去年|上年|前年)',
  ].join('|'),
  'g',
);

/** The periods of a question, in order. A year before a quarter or month belongs to it, and to the ones after it. */
export function findPeriods(text: string): FoundPeriods {
  const periods: Period[] = [];
  const relative: string[] = [];
  let year: Year | undefined;
  let yearIsOpen = false;
  let lastEnd = 0;
  const close = (): void => {
    if (yearIsOpen && year) periods.push({ year });
    yearIsOpen = false;
  };
  const rest = text.replace(TOKEN, (found: string, ...args: unknown[]) => {
    const groups = args.at(-1) as Record<string, string | undefined>;
    const offset = Number(args.at(-3));
    const named = yearOf(groups);
    if (groups.namedYear || /^[上本这]/.test(groups.recent ?? '')) relative.push(found);
    const last = periods.at(-1);
    if (named && last?.part && !last.year && /^[\sA-Za-z,]*$/.test(text.slice(lastEnd, offset))) {
      periods.splice(-1, 1, { ...last, year: named }); // the year behind its quarter, as in English
    } else if (named && !groups.isoMonth) {
      close();
      year = named;
      yearIsOpen = true;
    } else {
      const part = partOf(groups);
      const own = named ?? year;
      periods.push({ ...(own && part.kind !== 'recent' && { year: own }), part });
      yearIsOpen = false;
    }
    lastEnd = offset + found.length;
    return ' '.repeat(found.length);
  });
  close();
  return { periods, rest, relative };
}

function yearOf({ year, bareYear, isoYear, namedYear }: Record<string, string | undefined>): Year | undefined {
  const digits = year ?? bareYear ?? isoYear;
  if (digits) return { fixed: digits.length === 2 ? 2000 + Number(digits) : Number(digits) };
  if (!namedYear) return undefined;
  return { back: /[今本]/.test(namedYear) ? 0 : namedYear.startsWith('前') ? 2 : 1 };
}

function partOf(groups: Record<string, string | undefined>): Part {
  const { recent, unit, from, to, count, half, cnQuarter, quarter, month, isoMonth } = groups;
  if (recent)
    return { kind: 'recent', unit: unit === '月' ? 'month' : 'quarter', back: recent.startsWith('上') ? 1 : 0 };
  if (from && to) return { kind: 'months', from: numberOf(from), to: numberOf(to) };
  if (count) return { kind: 'months', from: 1, to: /[三3]/.test(count) ? 9 : 6 };
  if (half) return half.startsWith('上') ? { kind: 'months', from: 1, to: 6 } : { kind: 'months', from: 7, to: 12 };
  const named = cnQuarter ?? quarter;
  if (named) return { kind: 'quarter', quarter: numberOf(named) };
  const only = numberOf(month ?? isoMonth ?? '1');
  return { kind: 'months', from: only, to: only };
}

/** 1..12 in digits or Chinese. */
function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  if (text.startsWith('十')) return 10 + Math.max(0, DIGITS.indexOf(text.charAt(1) || '〇'));
  return DIGITS.indexOf(text);
}

/** How a period without rows is called. */
export function nameOf({ year, part }: Period): string {
  const yearName = !year
    ? ''
    : 'fixed' in year
      ? `${year.fixed}年`
      : (['今年', '去年', '前年'][year.back] ?? `${year.back}年前`);
  return `${yearName}${part ? partName(part) : ''}` || '全部时间';
}

export function partName(part: Part): string {
  if (part.kind === 'quarter') return `第${DIGITS.charAt(part.quarter)}季度`;
  if (part.kind === 'recent') return `${part.back ? '上' : '最近'}一个${part.unit === 'month' ? '月' : '季度'}`;
  const { from, to } = part;
  if (from === 1 && to === 6) return '上半年';
  if (from === 7 && to === 12) return '下半年';
  return from === to ? `${from}月` : `${from}月至${to}月`;
}

/** The same months a year before. */
export function yearBefore(period: Period): Period {
  const { part } = period;
  if (part?.kind === 'recent') {
    return { part: { ...part, back: part.back + (part.unit === 'month' ? 12 : 4) } };
  }
  return { ...period, year: shifted(anchored(period), 1) };
}

/** The stretch of the same length just before: quarter on quarter, month on month. */
export function stretchBefore(period: Period): Period {
  const { part } = period;
  const year = anchored(period);
  if (!part) return yearBefore(period);
  if (part.kind === 'recent') return { part: { ...part, back: part.back + 1 } };
  if (part.kind === 'quarter') {
    return part.quarter > 1
      ? { year, part: { kind: 'quarter', quarter: part.quarter - 1 } }
      : { year: shifted(year, 1), part: { kind: 'quarter', quarter: 4 } };
  }
  const length = part.to - part.from + 1;
  return part.from > length
    ? { year, part: { kind: 'months', from: part.from - length, to: part.to - length } }
    : { year: shifted(year, 1), part: { kind: 'months', from: 13 - length, to: 12 } };
}

const anchored = ({ year, part }: Period): Year => year ?? { back: 0, ...(part && { of: part }) };

const shifted = (year: Year, years: number): Year =>
  'fixed' in year ? { fixed: year.fixed - years } : { ...year, back: year.back + years };
