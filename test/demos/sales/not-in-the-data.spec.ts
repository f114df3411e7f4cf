import { startSalesApp, type SalesApp } from './sales-app';

const FIGURES = /¥|\d件/;

// The total of the whole company was once the answer to all of these
describe('what the sales data cannot answer', () => {
  let app: SalesApp;
  beforeAll(async () => (app = await startSalesApp()));
  afterAll(() => app.close());

  it.each([
    ['笔记本电脑三季度卖了多少台？', '笔记本电脑'],
    ['2024年Q3 手机卖了多少', '手机'],
    ['深圳2024年Q3卖了多少', '深圳'],
    ['小明2024年Q3的业绩', '小明'],
    ['上海的销售额是多少', '上海'],
    ['上海和华东的销售额差多少', '上海'],
    ['竞争对手的销售额是多少', '竞争对手'],
    ['线上商城 Q3 的销售额占比', '线上商城'],
    ['除了华东以外的销售额', '除了'],
    ['最近三个月的销售额', '最近三个月'],
    ['销售额超过100万的地区有哪些', '超过100'],
    ['iPhone sales in Q3 2024', 'iPhone'],
    ['排名第二的地区销售额', '第二'],
  ])('%s: says that %s is not in the data', async (question, word) => {
    const { finalAnswer } = await app.ask(question);
    expect(finalAnswer).toMatch(/^数据里没有“/);
    expect(finalAnswer).toContain(`“${word}`);
    expect(finalAnswer).toContain('华东');
    expect(finalAnswer).not.toMatch(FIGURES);
  });

  it('says so in a follow-up as well', async () => {
    await app.ask('Q3 的销售额是多少', { conversationId: 'c' });
    expect((await app.ask('那手机呢？', { conversationId: 'c' })).finalAnswer).toMatch(/^数据里没有“手机”/);
    await app.ask('Q3 的销售额是多少', { conversationId: 'd' });
    expect((await app.ask('那10月1日呢？', { conversationId: 'd' })).finalAnswer).toMatch(/只按月记录/);
  });

  it.each([
    ['第五季度的销售额', /只有四个季度.*“第五季度”/],
    ['Q5 的销售额', /只有四个季度.*“Q5”/],
    ['13月的销售额', /只有十二个月.*“13月”/],
    ['十三月卖了多少', /只有十二个月.*“十三月”/],
    ['2024-13 的销售额', /只有十二个月/],
    ['2024年10月1日的销售额', /只按月记录.*“10月1日”/],
    ['2024-10-01 的销售额', /只按月记录.*“2024-10-01”/],
    ['昨天卖了多少', /只按月记录.*“昨天”/],
    ['上周的销售额', /只按月记录.*“上周”/],
  ])('%s: says why there is no such time', async (question, answer) => {
    const { finalAnswer } = await app.ask(question);
    expect(finalAnswer).toMatch(answer);
    expect(finalAnswer).not.toMatch(FIGURES);
  });

  it.each([
    '帮我删除所有销售记录',
    '把华东的销售额改成0',
    '请修改 Q3 的销售额',
    '清空销售数据',
    '增加一条销售记录',
    'Please delete all sales',
    'update the sales of Q3',
    'DELETE FROM sales',
  ])('%s: is declined, and nothing has changed', async (question) => {
    const before = app.rows('SELECT count(*), SUM(amount_yuan) FROM sales');
    const { finalAnswer } = await app.ask(question);
    expect(finalAnswer).toMatch(/不能“.*没有执行任何改动|不允许.*没有任何改动/s);
    expect(finalAnswer).not.toMatch(/已经?|成功删除/);
    expect(app.rows('SELECT count(*), SUM(amount_yuan) FROM sales')).toEqual(before);
  });

  it.each([
    ['今年的销售额', /^2024年的.*“今年”是从数据里最新的时期算起的/],
    ['去年哪个月卖得最差', /^2023年.*“去年”是从数据里最新的时期/],
    ['上个月卖了多少', /^2024年11月的.*“上个月”是从数据里最新的时期/],
  ])('%s: says what was taken for it', async (question, answer) => {
    expect((await app.ask(question)).finalAnswer).toMatch(answer);
  });

  it.each(['查一下资料：公司的退换货政策', '差旅报销制度', '搜索一下年假规定'])(
    '%s: does not quote a document about something else',
    async (question) => {
      const { steps, finalAnswer } = await app.ask(question);
      expect(steps.map(({ action }) => action)).toEqual(['Search']);
      expect(finalAnswer).toMatch(/^没有搜到/);
    },
  );

  it.each([
    ['华东区第三季度卖了多少', /^华东2024年第三季度的总销售额为 ¥/],
    ['门禁机2024年卖了多少台', /^智能门禁机2024年的总销量为/],
    ['What were the total sales in Q3 2024?', /^2024年第三季度的总销售额为 ¥5,280,000/],
    ['老板想看第二季度的销售情况', /^2024年第二季度的总销售额为 ¥4,680,000/],
    ['2024年各月销售额走势', /2024年12月 ¥1,980,000/],
    ['销量最高的前3个产品', /总销量最高的 3 个产品/],
  ])('%s: is still answered', async (question, answer) => {
    expect((await app.ask(question)).finalAnswer).toMatch(answer);
  });
});
