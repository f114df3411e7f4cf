import type { DemoCall, DemoStep, DemoTurn } from '../../../index';
import { observed } from '../../reading/observed';
import { answer, askOpen } from '../../reading/steps';
import { hasAny } from '../../reading/words';
import { firstDayAt } from './day-words';
import { differenceOf, meanOf } from './expressions';
import * as say from './weather-answers';
import type { Reading } from './weather-answers';
import type { CityRequest } from './weather-request';

const TODAY = '今天';
const TOMORROW = '明天';
const YESTERDAY = '昨天';

/** The temperatures of every city first, all in one turn; then the sum; then the answer. */
export function citiesStep(turn: DemoTurn, request: CityRequest): DemoStep {
  if (request.cities.length === 0) return answer('用户没有说城市，先问清楚。', say.NO_CITY);
  const cities = request.cities.flatMap((city) => meant(turn, city, request.text));
  const step = askOpen(turn, `查${cities.join('、')}的气温。`, cities.map(callOf));
  if (step) return step;

  const known = new Map(cities.map((city) => [city, observed(turn, callOf(city))]));
  const problems = cities.flatMap((city) => {
    const result = known.get(city);
    if (!result) return [`还没有来得及查${city}的气温。`];
    return result.ok ? [] : [`没有查到${city}的气温：${result.content}`];
  });
  const wanted: Reading[] = [];
  for (const { city, day } of placesOf(request, cities)) {
    const result = known.get(city);
    if (!result?.ok) continue;
    const readings = say.readingsIn(result);
    const found = day === 'every' ? readings : readings.filter((reading) => reading.day === day);
    if (found.length === 0) problems.push(say.missingDay(city, day, readings));
    wanted.push(...found);
  }
  return problems.length > 0 ? incomplete(wanted, problems) : complete(turn, request, wanted);
}

/** A name that the tool refused is read again with the names that it knows. */
function meant(turn: DemoTurn, name: string, text: string): readonly string[] {
  const result = observed(turn, callOf(name));
  if (!result || result.ok) return [name];
  const others = say
    .knownCities(result)
    .filter((city) => text.includes(city) && city !== name && (name.includes(city) || city.includes(name)));
  return others.length > 0 ? others : [name];
}

/** Which days of which cities the question is about. */
function placesOf({ days, metric, text }: CityRequest, cities: readonly string[]): { city: string; day: string }[] {
  if (days === 'all') return cities.map((city) => ({ city, day: 'every' }));
  const [, second = ''] = cities;
  // each city with a day of its own: the second city stands behind the first day
  if (metric === 'difference' && cities.length === 2 && days.length === 2 && text.indexOf(second) > firstDayAt(text)) {
    return cities.map((city, index) => ({ city, day: days[index] ?? TODAY }));
  }
  const whole = metric === 'difference' && cities.length === 1 ? withOtherDay(days, text) : days;
  return cities.flatMap((city) => (whole.length > 0 ? whole : [TODAY]).map((day) => ({ city, day })));
}

/** 明天降温几度 means less than today, and 今天降温几度 less than yesterday. */
function withOtherDay(days: readonly string[], text: string): readonly string[] {
  if (days.length > 1) return days;
  const [day] = days;
  if (day === undefined) return [TODAY, TOMORROW];
  if (day !== TODAY) return [day, TODAY];
  return hasAny(text, ['降', '升']) ? [TODAY, YESTERDAY] : [TODAY, TOMORROW];
}

function complete(turn: DemoTurn, { metric }: CityRequest, wanted: readonly Reading[]): DemoStep {
  const [a, b] = wanted;
  const degrees = wanted.map((reading) => reading.degrees);
  if (metric === 'difference' && a && b && wanted.length === 2) {
    const call: DemoCall = { tool: 'calculate', input: { expression: differenceOf(degrees) } };
    const thought = `${say.listed(wanted)}，用计算器求差。`;
    return askOpen(turn, thought, [call]) ?? answer('差值算好了。', say.compared(a, b, observed(turn, call)));
  }
  if (metric === 'average' && wanted.length > 1) {
    const call: DemoCall = { tool: 'calculate', input: { expression: meanOf(degrees) } };
    const thought = `${say.listed(wanted)}，用计算器求平均。`;
    return askOpen(turn, thought, [call]) ?? answer('平均值算好了。', say.averaged(wanted, observed(turn, call)));
  }
  return answer('气温查到了。', `${say.listed(wanted)}。`);
}

function incomplete(wanted: readonly Reading[], problems: readonly string[]): DemoStep {
  const found = wanted.length > 0 ? `${say.listed(wanted)}。` : '';
  return answer('有的没有查到，如实说明。', `${found}${problems.join('')}`);
}

const callOf = (city: string): DemoCall => ({ tool: 'get_city_temperature', input: { city } });
