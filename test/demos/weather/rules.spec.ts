import { TEMPERATURES } from '../../../src/demos/weather/seed-weather';
import { cityNamesIn } from '../../../src/demos/weather/rules/city-names';
import { weatherRules } from '../../../src/demos/weather/weather.rules';
import { aTurn, HOSTILE_CONTENTS, HOSTILE_QUESTIONS, ruleSourcesOf } from '../rule-checks';

it('the rules hold no seeded city and no seeded temperature', () => {
  const source = ruleSourcesOf('weather');
  const cities = new Set(TEMPERATURES.map(({ city }) => city));
  const degrees = TEMPERATURES.map(({ celsius }) => Math.abs(celsius)).filter((value) => value > 9);
  expect(cities.size).toBeGreaterThan(5);
  expect([...cities].filter((city) => source.includes(city))).toEqual([]);
  expect(degrees.filter((value) => new RegExp(`(?<![\\d.])${value}(?![\\d.])`).test(source))).toEqual([]);
});

describe('city names in a question', () => {
  it.each<[string, string[]]>([
    ['上海今天几度', ['上海']],
    ['请问上海市明天的气温是多少', ['上海']],
    ['上海和北京、天津哪个更热', ['上海', '北京', '天津']],
    ['从呼和浩特到和田气温差几度', ['呼和浩特', '和田']],
    ['高雄比大连热多少', ['高雄', '大连']],
    ['明天比今天低几度', []],
    ['今天会不会降温', []],
    ['abc 20', []],
  ])('%s', (text, names) => {
    expect(cityNamesIn(text)).toEqual(names);
  });
});

describe('hostile or odd turns', () => {
  it.each(HOSTILE_QUESTIONS)('question %# gives a step', (question) => {
    expect(weatherRules.next(aTurn({ question })).thought).not.toBe('');
    expect(weatherRules.next(aTurn({ question: `${question} 上海今天和明天温差几度` })).thought).not.toBe('');
  });

  it.each(HOSTILE_CONTENTS)(
    'an observation %# that is no object of the tool ends in an answer, not in a loop',
    (content) => {
      const observations = ['get_city_temperature', 'calculate'].map((tool) => ({
        tool,
        input: undefined,
        ok: true,
        content,
      }));
      for (const question of ['上海今天几度', '上海明天比今天低几度', '10 度和 12 度差几度', '计算 1+1']) {
        expect(weatherRules.next(aTurn({ question, observations }))).toHaveProperty('answer');
      }
    },
  );

  it('forced without any observation says so', () => {
    expect(weatherRules.next(aTurn({ question: '上海今天几度', forced: true }))).toMatchObject({
      answer: '还没有来得及查上海的气温。',
    });
  });
});
