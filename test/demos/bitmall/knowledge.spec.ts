import { BITMALL_KNOWLEDGE } from '../../../src/demos/bitmall/knowledge-tokens';
import { OpenAiEmbedder, type SearchIndex } from '../../../src/index';
import { startEmbeddingServer } from '../../search/embedding-server';
import { openShop, type Shop } from './shop';

const QUERIES: [query: string, article: string][] = [
  ['退款', 'refund-arrival'],
  ['发票', 'invoice-electronic'],
  ['会员', 'membership-level'],
  ['积分', 'membership-points'],
  ['安装', 'install-service'],
  ['保修', 'warranty'],
  ['换货', 'exchange-process'],
  ['价保', 'price-protection'],
  ['运费', 'return-shipping-fee'],
  ['漏水', 'vacuum-water'],
  ['买来不喜欢，几天内可以退', 'return-no-reason'],
  ['七天无理由退货的条件', 'return-no-reason'],
  ['用了十天坏了能退吗，质量问题', 'return-quality-fault'],
  ['质量问题 故障 退款 期限', 'return-quality-fault'],
  ['钱什么时候退回来到账', 'refund-arrival'],
  ['还没发货想取消订单', 'refund-before-receipt'],
  ['拆封的滤网可以退吗', 'return-exceptions'],
  ['退货时赠品要不要寄回去', 'return-accessories'],
  ['抬头写错了', 'invoice-change'],
  ['公司要专票怎么办', 'invoice-special'],
  ['机器人找不到充电座', 'vacuum-docking'],
  ['扫地机吸力变小了', 'vacuum-suction'],
  ['ＷｉＦｉ连不上', 'app-wifi'],
  ['电池不耐用，续航短', 'battery-life'],
  ['多久发货', 'shipping-time'],
  ['快递三天没更新了', 'shipping-stuck'],
  ['收到货外箱破损', 'shipping-damage'],
  ['地址填错了要修改', 'shipping-address'],
];

describe('the knowledge base', () => {
  let shop: Shop;
  const { signal } = new AbortController();
  const topOf = async (query: string, from = shop) =>
    (await from.app.get<SearchIndex>(BITMALL_KNOWLEDGE).search(query, 3, signal)).map(({ id }) => id);

  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  it.each(QUERIES)('lexically, "%s" finds %s in the first three', async (query, article) => {
    expect(await topOf(query)).toContain(article);
  });

  it('finds an article by the words of its latest edit', async () => {
    const edited = { title: '火星配送', body: '暂不配送到火星。' };
    await shop.tables.updateTable('bitmall_articles').set(edited).where('id', '=', 'consumables').execute();
    expect((await topOf('火星'))[0]).toBe('consumables');
  });

  it('searches by meaning when the app has an embedder, lexically while its endpoint is away', async () => {
    const server = await startEmbeddingServer([
      ['退款', '退回', '钞票'],
      ['续航', '撑不久'],
    ]);
    const embedder = new OpenAiEmbedder({ baseUrl: server.baseUrl, model: 'bge-test' });
    const other = await openShop({ embedder });
    try {
      expect(server.requests).toEqual([]); // so a boot does not wait for the endpoint
      expect((await topOf('撑不久', other))[0]).toBe('battery-life');
      expect(await topOf('发票', other)).toContain('invoice-electronic');
      server.misbehave = (response) => response.writeHead(500).end();
      expect(await topOf('电池续航', other)).toContain('battery-life');
    } finally {
      await other.close();
      await server.close();
    }
  });
});
