import { weatherDemo } from '../../../src/demos/weather/weather.demo';
import { weatherTables, type WeatherDatabase } from '../../../src/demos/weather/weather.tables';
import { PROTOCOLS } from '../../../src/index';
import { deeds, openDemo, type OpenDemo } from '../open-demo';

const LOWER = '上海明天比今天低几度？';
const GIVEN = '上海今天气温 20 度明天 15 度温差多少';

describe('temperatures, offline', () => {
  let weather: OpenDemo;
  let tables: WeatherDatabase;
  beforeEach(async () => {
    weather = await openDemo(weatherDemo);
    tables = weatherTables(weather.database);
  });
  afterEach(() => weather.close());

  const set = (city: string, dayOffset: number, celsius: number) =>
    tables
      .updateTable('weather_temperatures')
      .set({ celsius })
      .where('city', '=', city)
      .where('day_offset', '=', dayOffset)
      .execute();

  it.each([...PROTOCOLS.keys()])('in %s: looks up, calculates, answers 5 degrees', async (protocol) => {
    const other = await openDemo(weatherDemo, { protocol });
    const [lower, given] = [await other.ask(LOWER), await other.ask(GIVEN)];
    await other.close();
    expect(lower.protocol).toBe(protocol);
    expect(deeds(lower)).toEqual(['get_city_temperature: 上海', 'calculate: 20 - 15']);
    expect(JSON.parse(lower.steps[0]!.observation!)).toMatchObject({
      city: '上海',
      days: expect.arrayContaining([
        { date: '2026-06-30', day: '今天', temperature: 20 },
        { date: '2026-07-01', day: '明天', temperature: 15 },
      ]),
    });
    expect(lower.finalAnswer).toBe('上海明天 15 度，上海今天 20 度，上海明天比上海今天低 5 度。');
    expect(deeds(given)).toEqual(['calculate: 20 - 15']);
    expect(given.finalAnswer).toBe('按您给的气温（20 度、15 度），温差是 5 度。');
    expect([lower.success, given.success]).toEqual([true, true]);
  });

  it('steps and answers follow the rows', async () => {
    await set('上海', 1, 27.5);
    const warmer = await weather.ask(LOWER);
    expect(deeds(warmer)).toEqual(['get_city_temperature: 上海', 'calculate: 27.5 - 20']);
    expect(warmer.finalAnswer).toContain('上海明天比上海今天高 7.5 度');
    await set('上海', 1, 20);
    expect((await weather.ask(LOWER)).finalAnswer).toContain('一样高，温差 0 度');
    await tables.insertInto('weather_temperatures').values({ city: '乌有乡', day_offset: 0, celsius: 9 }).execute();
    expect((await weather.ask('乌有乡今天多少度')).finalAnswer).toBe('乌有乡今天 9 度。');
  });

  it('an unknown city is an error observation, and the answer says which cities there are', async () => {
    const result = await weather.ask('火星今天几度');
    expect(result.steps[0]).toMatchObject({ action: 'get_city_temperature', ok: false });
    expect(result.finalAnswer).toMatch(/没有城市“火星”的气温数据.*上海/);
  });

  it('a name that was misread is read again with the names that the error lists', async () => {
    const result = await weather.ask('咱爸在上海那儿今天多少度');
    expect(deeds(result).at(-1)).toBe('get_city_temperature: 上海');
    expect(result.steps).toHaveLength(2);
    expect(result.finalAnswer).toBe('上海今天 20 度。');
  });

  it('a day without data is told, not guessed', async () => {
    const result = await weather.ask('拉萨明天比今天高几度');
    expect(deeds(result)).toEqual(['get_city_temperature: 拉萨']);
    expect(result.finalAnswer).toBe('拉萨今天 14 度。没有拉萨明天的气温数据，有数据的是：今天。');
  });

  it.each([
    ['2026-12-31T15:59:00Z', '2026-12-31', '2027-01-01'],
    ['2026-12-31T16:00:00Z', '2027-01-01', '2027-01-02'],
  ])('at %s today is %s', async (clock, today, tomorrow) => {
    const other = await openDemo(weatherDemo, { clock });
    const { steps } = await other.ask('北京今天多少度');
    await other.close();
    const { days } = JSON.parse(steps[0]!.observation!) as { days: { date: string; day: string }[] };
    expect(days.map(({ date, day }) => [day, date])).toEqual([
      ['今天', today],
      ['明天', tomorrow],
    ]);
  });

  it('asks for the city, and goes on with the question when it comes', async () => {
    const conversationId = 'c1';
    const first = await weather.ask('明天比今天低几度？', { conversationId });
    expect([deeds(first), first.finalAnswer]).toEqual([[], expect.stringMatching(/请告诉我是哪个城市。$/)]);
    expect((await weather.ask('上海', { conversationId })).finalAnswer).toContain('低 5 度');
    expect((await weather.ask('那北京呢？', { conversationId })).finalAnswer).toContain('北京明天比北京今天低 2 度');
    expect((await weather.ask('今天气温多少', { conversationId })).finalAnswer).toBe('北京今天 25 度。');
  });

  it('a limit ends in what is known', async () => {
    const result = await weather.ask(LOWER, { maxSteps: 1 });
    expect(result).toMatchObject({ status: 'stopped', failureReason: 'step_limit' });
    expect(result.finalAnswer).toBe('上海明天 15 度，上海今天 20 度。还没有来得及计算。');
  });

  it('a restart adds what is absent and leaves changed rows as they are', async () => {
    await set('上海', 0, 40);
    await tables.deleteFrom('weather_temperatures').where('city', '=', '北京').execute();
    await weather.stop();
    weather = await openDemo(weatherDemo, { folder: weather.folder });
    expect((await weather.ask('上海和北京今天多少度')).finalAnswer).toBe('上海今天 40 度，北京今天 25 度。');
  });
});

describe('reworded questions about temperatures', () => {
  let weather: OpenDemo;
  beforeAll(async () => {
    weather = await openDemo(weatherDemo);
  });
  afterAll(() => weather.close());

  const both = ['get_city_temperature: 上海', 'get_city_temperature: 北京'];
  it.each<[string, string[], RegExp]>([
    ['请问上海今天和明天的温差是多少？', ['get_city_temperature: 上海', 'calculate: 20 - 15'], /高 5 度/],
    ['上海市明天会比今天冷多少', ['get_city_temperature: 上海', 'calculate: 20 - 15'], /低 5 度/],
    ['帮我查一下上海明天降温几度', ['get_city_temperature: 上海', 'calculate: 20 - 15'], /低 5 度/],
    ['上海今天比昨天降了几度', ['get_city_temperature: 上海', 'calculate: 22 - 20'], /今天比上海昨天低 2 度/],
    ['上海和北京今天哪个更热？', [...both, 'calculate: 25 - 20'], /上海今天比北京今天低 5 度/],
    ['上海明天比北京今天低多少度', [...both, 'calculate: 25 - 15'], /低 10 度/],
    ['哈尔滨今天气温多少', ['get_city_temperature: 哈尔滨'], /^哈尔滨今天 -3.5 度。$/],
    ['哈尔滨明天和今天差几度', ['get_city_temperature: 哈尔滨', 'calculate: -3.5 - (-8)'], /低 4.5 度/],
    ['广州今天天气怎么样', ['get_city_temperature: 广州'], /32.5 度/],
    [
      '上海今天、明天、后天的平均气温',
      ['get_city_temperature: 上海', 'calculate: (20 + 15 + 17) / 3'],
      /平均 17.33 度/,
    ],
    ['上海这几天气温', ['get_city_temperature: 上海'], /昨天 22 度.*后天 17 度/],
    ['今天20℃，明天零下3℃，相差多少', ['calculate: 20 - (-3)'], /温差是 23 度/],
    ['三个城市 10 度、20 度、33 度，平均多少度', ['calculate: (10 + 20 + 33) / 3'], /平均 21 度/],
    ['计算 (20-15)*2', ['calculate: (20-15)*2'], /= 10$/],
    ['上海下周一多少度', [], /只能按/],
    ['7月9号北京气温', [], /只能按/],
    ['今天几度', [], /哪个城市/],
    ['写一首关于春天的诗', [], /离线演示模型/],
  ])('"%s"', async (question, expected, answer) => {
    const result = await weather.ask(question);
    expect(deeds(result)).toEqual(expected);
    expect(result.finalAnswer).toMatch(answer);
  });
});
