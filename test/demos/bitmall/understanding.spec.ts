import { openShop, toolsOf, type Shop } from './shop';

type Turn = [question: string, tools: string[], answer: RegExp];

const POLICY = ['queryOrder', 'getCurrentTime', 'searchKnowledge'];

let shop: Shop;

beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

async function talk(...turns: Turn[]): Promise<void> {
  for (const [question, tools, expected] of turns) {
    const result = await shop.ask(question, { conversationId: 'talk' });
    expect([question, toolsOf(result)]).toEqual([question, tools]);
    expect(result.finalAnswer).toMatch(expected);
  }
}

describe('several wishes in one message', () => {
  it.each<Turn>([
    ['88232 和 88233 分别到哪了', ['queryOrder', 'queryOrder', 'queryLogistics'], /88232[^]*88233[^]*武汉/],
    [
      '查运单号 SF1234567890 和 YT8800125550001',
      ['queryLogistics', 'queryLogistics'],
      /SF1234567890[^]*YT8800125550001/,
    ],
    ['帮我查 88231 的订单，顺便问下发票怎么开', ['queryOrder', 'searchKnowledge'], /订单 88231：[^]*怎么开电子发票/],
    ['帮我查88231的订单和发票怎么开', ['queryOrder', 'searchKnowledge'], /订单 88231：[^]*怎么开电子发票/],
    ['现在几点，88232 发货了吗', ['queryOrder', 'getCurrentTime'], /待发货[^]*19:05:23/],
    [
      '88231 坏了要退款，88233 到哪了',
      [...POLICY, 'applyRefund', 'queryOrder', 'queryLogistics'],
      /RF20260630001[^]*武汉/,
    ],
    ['88236 能退吗，运费谁出', [...POLICY, 'searchKnowledge'], /《退货运费由谁承担》[^]*提交退款申请吗？$/],
    ['88236 买贵了，能退差价吗', ['searchKnowledge'], /《价格保护说明》/],
    ['88236 太大了，能换货吗', ['searchKnowledge'], /《换货怎么操作》/],
  ])('"%s"', async (...turn) => talk(turn));

  it('two refunds are named, and the one that is chosen is made', () =>
    talk(
      ['88231 和 88234 都坏了，都退了吧', [], /88231、88234.*一笔都还没有提交/],
      ['先办 88231', [...POLICY, 'applyRefund'], /订单 88231 的退款申请已经提交/],
    ));
});

describe('questions about an order are answered from the order', () => {
  it.each<Turn>([
    ['订单88236坏了', POLICY, /第 7 天.*《质量问题退款与换货规则》.*提交退款申请吗？$/],
    ['订单88240坏了', ['queryOrder', 'searchKnowledge'], /派送中.*还没有签收.*签收以后发现故障/],
    ['88237 怎么退款', POLICY, /第 15 天.*已经超过 7 天/],
    ['88236 不想退款了', ['queryOrder'], /没有退款记录.*不需要取消/],
    ['88239 的退款想取消', ['queryOrder'], /RF20260619001.*不能撤销/],
    ['订单88241怎么取消了？', ['queryOrder'], /已取消.*原因我查不到/],
    ['取消订单88232', ['queryOrder', 'searchKnowledge'], /待发货.*不能替您取消.*《没有签收的订单怎么取消》/],
    ['取消订单 88231', ['queryOrder'], /已经签收的订单不能取消/],
    ['订单 88234 的价格', ['queryOrder'], /金额 ¥299\.90，/],
    ['88231 的价格是多少', ['queryOrder'], /金额 ¥1,999，/],
    ['我有哪些订单？', [], /按订单号一笔一笔地查.*例如/],
    ['我买过什么', [], /按订单号一笔一笔地查/],
    ['那它多少钱', [], /请提供订单号。$/],
    ['我不想要了', [], /请提供订单号。$/],
    ['扫地机坏了', [], /请提供订单号。$/],
  ])('"%s"', async (...turn) => talk(turn));
});

describe('a follow-up means the order of the turn before', () => {
  const parcel: Turn = ['88240 到哪了', ['queryOrder', 'queryLogistics'], /正在派送/];

  it.each<Turn>([
    ['那它多少钱', ['queryOrder'], /订单 88240.*¥199，/],
    ['我不想要了', ['queryOrder', 'searchKnowledge'], /订单 88240.*还没有签收/],
    ['什么时候送到', ['queryOrder', 'queryLogistics'], /订单 88240/],
    ['怎么开发票？', ['searchKnowledge'], /怎么开电子发票/],
    ['写一首诗', [], /离线演示模型/],
  ])('"%s"', async (...turn) => talk(parcel, turn));

  it('a word about a refund is an offer, not a refund', () =>
    talk(['88236 到哪了', ['queryOrder', 'queryLogistics'], /签收/], ['那退款呢', POLICY, /提交退款申请吗？$/]));

  it('"they" means all of them', () =>
    talk(
      ['88232 和 88233 分别到哪了', ['queryOrder', 'queryOrder', 'queryLogistics'], /88232/],
      ['它们多少钱', ['queryOrder', 'queryOrder'], /¥1,299[^]*¥2,499/],
    ));

  it('a parcel that was named alone', () =>
    talk(['查运单号 SF1234533777', ['queryLogistics'], /签收/], ['它到哪了', ['queryLogistics'], /SF1234533777/]));
});

describe('articles', () => {
  it.each([
    ['怎么取消会员', /^知识库里没有正好回答/],
    ['怎么联系售后', /^知识库里没有正好回答/],
    ['会员能上火星吗', /^知识库里没有正好回答/],
    ['88231 保修多久', /^根据《保修政策》/],
    ['价保怎么申请', /^根据《价格保护说明》/],
    ['怎么退货', /^根据《七天无理由退货规则》/],
    ['运费谁出', /^根据《退货运费由谁承担》/],
  ])('"%s"', async (question, expected) => {
    expect((await shop.ask(question)).finalAnswer).toMatch(expected);
  });

  it('that share no term with the question are not quoted', async () => {
    await shop.tables.deleteFrom('bitmall_articles').where('body', 'like', '%发票%').execute();
    expect((await shop.ask('怎么开发票')).finalAnswer).toMatch(/^知识库里没有找到相关的文章/);
  });
});

it.each(['订单 99999 到哪了', '查一下订单 99999', '订单 99999 坏了，退款', '查运单号 SF0000000001'])(
  'no text for the model reaches the customer: "%s"',
  async (question) => {
    const { finalAnswer } = await shop.ask(question);
    expect(finalAnswer).toMatch(/^没有找到(订单|运单) \w+，请核对(订单|运单)号。$/);
  },
);
