import { list, number, text, type Observed } from '../../reading/observed';
import { ASK_CITY } from './weather-request';

/** One temperature that was observed. */
export interface Reading {
  readonly city: string;
  readonly day: string;
  readonly degrees: number;
}

export const UNKNOWN =
  '我是离线演示模型，没有接入真正的大模型，只会查城市各天的气温、算温差和平均、做简单计算。' +
  '可以这样问我：“（城市）明天比今天低几度？”。要自由对话，请配置 OPENAI_MODEL。';

export const OTHER_TIME =
  '我只能按“昨天、今天、明天、后天”查气温，别的日期和一天之内的时刻都没有数据。请换个说法再问。';

export const NO_CITY = `查气温要知道城市。${ASK_CITY}`;

/** The readings of one city, in the tool's order. */
export const readingsIn = ({ fields }: Observed): readonly Reading[] =>
  list(fields, 'days').flatMap((row) => {
    const [day, degrees] = [text(row, 'day'), number(row, 'temperature')];
    return day === undefined || degrees === undefined ? [] : [{ city: text(fields, 'city') ?? '', day, degrees }];
  });

/** The cities that an error names as known. */
export const knownCities = ({ content }: Observed): readonly string[] => {
  const names = content.slice(content.lastIndexOf('：') + 1);
  return names
    .replaceAll('。', '')
    .split('、')
    .filter((name) => name !== '');
};

export const nameOf = ({ city, day }: Pick<Reading, 'city' | 'day'>): string => `${city}${day}`;

export const listed = (readings: readonly Reading[]): string =>
  readings.map((reading) => `${nameOf(reading)} ${reading.degrees} 度`).join('，');

/** `difference` is what the calculator gave for the higher less the lower. */
export function compared(a: Reading, b: Reading, difference: Observed | undefined): string {
  if (!difference?.ok) return `${listed([a, b])}。${notComputed(difference)}`;
  if (a.degrees === b.degrees) return `${listed([a, b])}，一样高，温差 ${shown(difference)} 度。`;
  const word = a.degrees > b.degrees ? '高' : '低';
  return `${listed([a, b])}，${nameOf(a)}比${nameOf(b)}${word} ${shown(difference)} 度。`;
}

export const averaged = (readings: readonly Reading[], average: Observed | undefined): string =>
  average?.ok ? `${listed(readings)}，平均 ${shown(average)} 度。` : `${listed(readings)}。${notComputed(average)}`;

export function givenText(
  metric: 'difference' | 'average',
  degrees: readonly number[],
  result: Observed | undefined,
): string {
  const said = `按您给的气温（${degrees.map((value) => `${value} 度`).join('、')}）`;
  if (!result?.ok) return `${said}，${notComputed(result)}`;
  return metric === 'average' ? `${said}，平均 ${shown(result)} 度。` : `${said}，温差是 ${shown(result)} 度。`;
}

export const missingDay = (city: string, day: string, known: readonly Reading[]): string =>
  `没有${city}${day}的气温数据，有数据的是：${known.map((reading) => reading.day).join('、') || '无'}。`;

export const notComputed = (result: Observed | undefined): string =>
  result ? `计算没有成功：${result.content}` : '还没有来得及计算。';

/** Two decimals are more than a thermometer has. */
const shown = ({ content }: Observed): string => {
  const value = Number(content);
  return Number.isFinite(value) ? String(Math.round(value * 100) / 100) : content;
};
