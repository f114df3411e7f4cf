import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROTOCOLS, type ReActResult, type SearchIndex } from '../../../src/index';
import { startSalesApp, type SalesApp } from './sales-app';

const GROWTH = '我们公司 Q3 季度的总销售额是多少，和去年同期相比增长了多少百分比？';
const SOURCES = join(__dirname, '../../../src/demos/sales');

const inputs = ({ steps }: ReActResult): string[] =>
  steps.map(({ action, actionInput }) => `${action}: ${Object.values(actionInput ?? {}).join()}`);

describe('the sales demo, offline', () => {
  let app: SalesApp;
  beforeAll(async () => (app = await startSalesApp()));
  afterAll(() => app.close());

  it('answers growth in two steps: both totals from one query, then the calculator', async () => {
    const result = await app.ask(GROWTH);
    expect(result.steps.map(({ action }) => action)).toEqual(['DatabaseQuery', 'Calculator']);
    expect(JSON.parse(result.steps[0]?.observation ?? '')).toMatchObject({
      rows: [
        ['2024年第三季度', 5_280_000],
        ['2023年第三季度', 4_100_000],
      ],
    });
    expect(result.steps[1]?.actionInput).toEqual({ expression: '(5280000 - 4100000) / 4100000 * 100' });
    expect(result.steps[1]?.observation).toBe('28.78048780487805');
    expect(result.success).toBe(true);
    expect(result.finalAnswer).toBe(
      '2024年第三季度的总销售额为 ¥5,280,000，比2023年第三季度的 ¥4,100,000 增长了约 28.78%。',
    );
  });

  it.each([
    '第三季度我们一共卖了多少钱？比去年同期涨了百分之几？',
    '2024年Q3销售额同比增长多少',
    '2024-Q3 营收比 2023-Q3 增长百分之多少',
    '本公司三季度营收较上年同期的增幅',
    '请问下 Q3 的销售总额以及与 2023 年同期对比的增长率',
    '24年三季度销售额和23年三季度相比变化了多少',
    '今年第3季度的业绩和去年第3季度比，增长率是多少？',
    '7月到9月的销售额同比涨了多少？',
    '第三季度销售额的增长率',
    '２０２４年Ｑ３的销售额与 2023 年 Q3 同比增长多少',
  ])('understands %s', async (question) => {
    const result = await app.ask(question);
    expect(result.steps).toHaveLength(2);
    expect(result.finalAnswer).toMatch(/¥5,280,000.*¥4,100,000.*28\.78%/);
  });

  it.each([
    ['2023年第三季度的销售额', /2023年第三季度的总销售额为 ¥4,100,000/],
    ['上半年卖了多少钱', /2024年上半年的总销售额为 ¥8,550,000/],
    ['去年上半年比今年上半年少卖多少', /少 ¥1,540,000/],
    ['最近一个季度的销售额环比如何变化', /¥6,010,000.*¥5,280,000.*13\.83%/],
    ['十一月的销售额是多少', /2024年11月的总销售额为 ¥2,130,000/],
    ['Q3 平均每月销售额是多少', /平均每月约 ¥1,760,000/],
    ['2023年每个月的销售额分别是多少', /2023年1月 ¥1,080,000.*2023年12月 ¥1,590,000/],
    ['去年哪个月卖得最差', /2023年2月 ¥960,000/],
    ['Q1 占全年销售额的比重', /占2024年的 ¥19,840,000 的约 19\.51%/],
    ['Q1、Q2 和 Q4 的销售额分别是多少', /¥3,870,000.*¥4,680,000.*¥6,010,000/],
  ])('answers %s', async (question, answer) => {
    expect((await app.ask(question)).finalAnswer).toMatch(answer);
  });

  it('compares two regions in the order of the question', async () => {
    const [[a, b]] = app.rows(
      `SELECT SUM(CASE region WHEN '西南' THEN amount_yuan END), SUM(CASE region WHEN '华东' THEN amount_yuan END)
       FROM sales WHERE year = 2024`,
    ) as [[number, number]];
    const result = await app.ask('2024年西南和华东的销售额差多少');
    expect(inputs(result).at(-1)).toBe(`Calculator: ${a} - ${b}`);
  });

  it('answers a follow-up from the question before', async () => {
    await app.ask('Q3 的销售额是多少', { conversationId: 'c1' });
    const result = await app.ask('那华南呢？', { conversationId: 'c1' });
    expect(result.finalAnswer).toMatch(/^华南2024年第三季度的总销售额为 ¥/);
  });

  it('says that there are no rows for a period', async () => {
    expect((await app.ask('2019年的销售额是多少')).finalAnswer).toMatch(/没有查到2019年的销售记录/);
  });

  it('gives what it knows when a limit forces an answer', async () => {
    const result = await app.ask(GROWTH, { maxSteps: 1 });
    expect(result.status).toBe('stopped');
    expect(result.finalAnswer).toMatch(/¥5,280,000.*¥4,100,000/);
    expect(result.finalAnswer).not.toMatch(/%/);
  });

  it.each([
    ['计算 (12+8)*3', '(12+8)*3', '= 60'],
    ['100 * 1.15 - 50 等于多少？', '100 * 1.15 - 50', '= 65'],
    ['帮我算一下（1,200 − 200）÷ 4', '(1200 - 200)/ 4', '= 250'],
  ])('calculates %s', async (question, expression, value) => {
    const result = await app.ask(question);
    expect(inputs(result).map((input) => input.replaceAll(' ', ''))).toEqual([
      `Calculator:${expression.replaceAll(' ', '')}`,
    ]);
    expect(result.finalAnswer).toContain(value);
  });

  it.each([
    ['搜索一下公司的总部在哪里', /杭州/],
    ['查一下云桌面终端是什么', /没有本地存储/],
    ['主要竞争对手有哪些', /皓屏科技/],
    ['为什么第四季度卖得最好', /采购预算/],
    ['折扣审批的规定', /^根据资料《价格与折扣制度》/],
    ['退货政策是什么', /^提到相关内容的资料是《/],
  ])('searches for %s', async (question, answer) => {
    const result = await app.ask(question);
    expect(result.steps.map(({ action }) => action)).toEqual(['Search']);
    expect(result.finalAnswer).toMatch(answer);
  });

  it('runs a statement that a user gives, and tells why another is refused', async () => {
    expect((await app.ask('SELECT count(*) AS n FROM products')).finalAnswer).toMatch(/n\n3$/);
    expect((await app.ask('DROP TABLE sales')).finalAnswer).toMatch(/不允许 DROP.*SELECT.*没有任何改动/s);
    expect(app.rows('SELECT count(*) FROM sales')).toEqual([[288]]);
  });

  it('tells in its own language why an expression has no value', async () => {
    expect((await app.ask('计算 1/0')).finalAnswer).toBe('没有算出 1/0：除数不能为零');
  });

  it.each(['你好', '今天天气怎么样', '利润是多少', '各地区 Q3 销售额同比增长多少'])(
    'admits that it is a demo for %s',
    async (question) => {
      const result = await app.ask(question);
      expect(result.steps).toEqual([]);
      expect(result.finalAnswer).toMatch(/离线演示模型.*可以这样问/);
    },
  );

  it('has no seeded figure and no name in its rules', () => {
    const rules = [
      join(SOURCES, 'sales.rules.ts'),
      ...readdirSync(join(SOURCES, 'rules')).map((name) => join(SOURCES, 'rules', name)),
    ];
    const text = rules
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
      .replaceAll(/[_,]/g, '');
    const facts = app.rows(
      `SELECT region FROM sales UNION SELECT name FROM products UNION SELECT category FROM products
       UNION SELECT price_yuan FROM products UNION SELECT amount_yuan FROM sales UNION SELECT year FROM sales
       UNION SELECT SUM(amount_yuan) FROM sales GROUP BY year, quarter UNION SELECT SUM(amount_yuan) FROM sales GROUP BY year, month`,
    );
    expect(facts.length).toBeGreaterThan(250);
    expect(facts.filter(([fact]) => text.includes(String(fact)))).toEqual([]);
  });
});

describe('the sales demo, when rows change', () => {
  let app: SalesApp;
  beforeEach(async () => (app = await startSalesApp()));
  afterEach(() => app.close());

  it('takes names from the tables, also new ones', async () => {
    app.change("UPDATE sales SET region = '东北' WHERE region = '华北'");
    const [[total]] = app.rows(
      "SELECT SUM(amount_yuan) FROM sales WHERE region = '东北' AND year = 2024 AND quarter = 3",
    ) as [[number]];
    const result = await app.ask('东北第三季度的销售额是多少');
    expect(result.steps).toHaveLength(2);
    expect(result.finalAnswer).toContain(`¥${total.toLocaleString('en-US')}`);
    expect((await app.ask('哪些地区销售额最低')).finalAnswer).toMatch(/最低的地区是 西南/);
    expect((await app.ask('火星地区 Q3 的销售额')).finalAnswer).toMatch(/没有“火星”.*东北/);
  });

  it('answers from the rows as they are now, not as they were seeded', async () => {
    app.change(
      "UPDATE sales SET amount_yuan = amount_yuan + 1000000 WHERE year = 2024 AND month = 8 AND region = '华东'",
    );
    expect((await app.ask(GROWTH)).finalAnswer).toMatch(/¥8,280,000.*101\.95%/);
    app.change(
      'INSERT INTO sales SELECT 2025, quarter, month, region, product, units, 100 FROM sales WHERE year = 2024',
    );
    expect((await app.ask(GROWTH)).finalAnswer).toMatch(/^2025年第三季度的总销售额为 ¥3,600，.*下降/);
  });

  it('keeps changed rows over a restart', async () => {
    app.change('DELETE FROM sales WHERE year = 2023');
    await app.restart();
    expect((await app.ask(GROWTH)).finalAnswer).toMatch(/没有查到.*2024年第三季度 5,280,000/);
  });

  it('tells a failed query instead of an answer', async () => {
    app.change('ALTER TABLE sales RENAME TO gone');
    const result = await app.ask(GROWTH);
    expect(result.steps[0]?.ok).toBe(false);
    expect(result.finalAnswer).toMatch(/查询没有成功.*no such table/);
  });
});

describe('the sales demo in every protocol', () => {
  it.each([...PROTOCOLS.keys()])('answers growth in %s', async (protocol) => {
    const app = await startSalesApp({ protocol });
    const result = await app.ask(GROWTH);
    await app.close();
    expect(result.steps.map(({ action }) => action)).toEqual(['DatabaseQuery', 'Calculator']);
    expect(result.finalAnswer).toMatch(/¥5,280,000.*28\.78%/);
  });
});

describe('the sales demo with a search engine', () => {
  it('asks that engine, and tells the source of an answer', async () => {
    const search: SearchIndex = {
      name: 'elsewhere',
      search: async (query) => [{ id: '1', title: query, text: 'x'.repeat(700), url: 'https://a.example/1', score: 1 }],
    };
    const app = await startSalesApp({ search });
    const result = await app.ask('搜索行业趋势');
    expect(result.finalAnswer).toBe(`根据资料《行业趋势》（https://a.example/1）：${'x'.repeat(600)}…`);
    await app.close();
  });
});
