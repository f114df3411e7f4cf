import type { DemoTurn } from '../../../index';
import { hasAny, plain, without, words } from '../../reading/words';
import { cityNamesIn } from './city-names';
import { ALL_DAYS, daysIn, namesOtherTime } from './day-words';

export type Metric = 'temperature' | 'difference' | 'average';

export type WeatherRequest =
  /** Degrees that the user gave. */
  | { readonly kind: 'given'; readonly metric: Exclude<Metric, 'temperature'>; readonly degrees: readonly number[] }
  | { readonly kind: 'arithmetic'; readonly expression: string }
  | CityRequest
  | { readonly kind: 'other-time' }
  | { readonly kind: 'unknown' };

export interface CityRequest {
  readonly kind: 'cities';
  readonly metric: Metric;
  readonly text: string;
  /** Empty when none was named. */
  readonly cities: readonly string[];
  /** As the tool names them; empty when none was named. */
  readonly days: readonly string[] | 'all';
}

/** Ends each question for the city; a following name answers it. */
export const ASK_CITY = '请告诉我是哪个城市。';

const TEMPERATURE = words('气温 温度 天气 温差 几度 多少度 摄氏 °c 冷 热 暖 凉 降温 升温 temperature');
const DIFFERENCE = words(
  '温差 相差 差多少 差几 差距 差别 比 降温 升温 变化 变冷 变热 变暖 更 还是 哪个 哪里 哪边 谁 降了 升了 降多少 升多少',
);
const NO_COMPARISON = words('比如 比较');
const AVERAGE = words('平均 均温');
const ARITHMETIC = words('计算 算一下 帮我 请 等于多少 等于几 等于 是多少 多少 一下 算 ? = 。');

export function weatherRequestOf({ question, history }: Pick<DemoTurn, 'question' | 'history'>): WeatherRequest {
  let earlier: CityRequest | undefined;
  let replied = '';
  for (const { role, content } of history) {
    if (role === 'assistant') replied = content;
    if (role !== 'user') continue;
    const request = continued(plain(content), earlier, replied);
    if (request.kind === 'cities') earlier = request;
  }
  return continued(plain(question), earlier, replied);
}

/** A question with what it leaves to the one before: "and Paris?", "and tomorrow?", or the bare name that was asked for. */
function continued(text: string, earlier: CityRequest | undefined, replied: string): WeatherRequest {
  const own = read(text);
  if (!earlier || (own.kind !== 'cities' && own.kind !== 'unknown')) return own;
  if (own.kind === 'cities') return own.cities.length > 0 ? own : { ...own, cities: earlier.cities };
  if (!text.includes('呢') && !replied.endsWith(ASK_CITY)) return own;
  const [cities, days] = [cityNamesIn(text), daysIn(text)];
  if (cities.length === 0 && days.length === 0) return own;
  return {
    ...earlier,
    text: `${earlier.text}\n${text}`,
    cities: cities.length > 0 ? cities : earlier.cities,
    days: days.length > 0 ? days : earlier.days,
  };
}

function read(text: string): WeatherRequest {
  const metric = metricIn(text);
  const degrees = degreesIn(text);
  if (degrees.length > 1 && metric !== 'temperature') return { kind: 'given', metric, degrees };
  const expression = expressionIn(text);
  if (expression !== undefined) return { kind: 'arithmetic', expression };
  if (!hasAny(text, TEMPERATURE)) return { kind: 'unknown' };
  if (namesOtherTime(text)) return { kind: 'other-time' };
  const days = hasAny(text, ALL_DAYS) ? 'all' : daysIn(text);
  return { kind: 'cities', metric, text, cities: cityNamesIn(text), days };
}

function metricIn(text: string): Metric {
  if (hasAny(text, AVERAGE)) return 'average';
  return hasAny(without(text, NO_COMPARISON), DIFFERENCE) ? 'difference' : 'temperature';
}

/** Numbers with a unit behind them; 零下 and 负 are signs. */
function degreesIn(text: string): readonly number[] {
  const dense = text.replaceAll(/\s/g, '');
  const found = dense.matchAll(/(零下|负|-)?(?<![\d.])(\d{1,3}(?:\.\d{1,2})?)(?:度|°c|摄氏度)/g);
  return [...found].map(([, sign, digits]) => (sign === undefined ? 1 : -1) * Number(digits));
}

function expressionIn(text: string): string | undefined {
  const rest = without(text, ARITHMETIC).trim();
  const isSum = [...rest].every((character) => '0123456789.+-*/^()% ×÷'.includes(character));
  return isSum && /\d/.test(rest) && /[-+*/^×÷]/.test(rest) ? rest : undefined;
}
