import { sql } from 'kysely';
import { ConfigError, ToolError } from '../../src/core/errors';
import { LexicalIndex } from '../../src/search/lexical-index';
import type { SearchDocument } from '../../src/search/search-index';
import { openDatabase, type OpenDatabase } from './open-database';

const document = (id: string, title: string, body: string): SearchDocument => ({ id, title, body });

const DOCUMENTS = [
  document('refund', '退款到账时间', '退款按原支付方式退回，一般 1 到 3 个工作日到账。'),
  document('invoice', '如何开发票', '在订单详情页点申请发票，电子发票发送到邮箱。'),
  document('wifi', 'WiFi 配网失败', '只支持 2.4G 网络，请用 App 重新配网。'),
  document(
    'long',
    '保养手册',
    `${'滚刷每周清理一次。'.repeat(100)}边刷每三个月更换。${'尘盒要保持干燥。'.repeat(100)}`,
  ),
];

describe('LexicalIndex', () => {
  let opened: OpenDatabase;
  let index: LexicalIndex;
  const { signal } = new AbortController();
  const ids = async (query: string, limit = 3) => (await index.search(query, limit, signal)).map(({ id }) => id);

  beforeEach(async () => {
    opened = openDatabase();
    index = new LexicalIndex({ database: opened.database, table: 'articles' });
    await index.load(DOCUMENTS);
  });
  afterEach(() => opened.close());

  it.each([
    ['退款', 'refund'],
    ['票', 'invoice'],
    ['我的钱什么时候退款？', 'refund'],
    ['wifi连不上', 'wifi'],
    ['ＷｉＦｉ', 'wifi'],
    ['２．４Ｇ', 'wifi'],
  ])('finds %s', async (query, expected) => {
    expect((await ids(query))[0]).toBe(expected);
  });

  it('a match in the title weighs more than one in the body', async () => {
    await index.load([document('a', '其他', '发票和发票'), document('b', '发票', '其他内容')]);
    expect(await ids('发票')).toEqual(['b', 'a']);
  });

  it('returns at most the limit, best first', async () => {
    const hits = await index.search('退款 发票 网络', 2, signal);
    expect(hits).toHaveLength(2);
    expect(hits[0]?.score).toBeGreaterThanOrEqual(hits[1]?.score ?? 0);
  });

  it('a short body comes whole, a long one as the part around the match', async () => {
    expect((await index.search('退款', 1, signal))[0]?.text).toBe(DOCUMENTS[0]?.body);
    const text = (await index.search('边刷', 1, signal))[0]?.text ?? '';
    expect(text).toContain('边刷每三个月更换。');
    expect(text.length).toBeLessThanOrEqual(802);
    expect([text[0], text.at(-1)]).toEqual(['…', '…']);
  });

  it('loading the same documents again writes nothing; changed ones replace the index', async () => {
    await sql`delete from articles where id = 'wifi'`.execute(opened.database);
    await index.load(DOCUMENTS);
    expect(await ids('WiFi 配网')).toEqual([]); // so the equal content was not written again
    await index.load([document('new', '换货', '换货说明')]);
    expect(await ids('退款')).toEqual([]);
    expect(await ids('换货')).toEqual(['new']);
  });

  it.each([
    '"',
    '退款"',
    "'; drop table articles; --",
    'title_terms : 退款',
    'NEAR(退款 发票)',
    '退款 AND NOT (',
    '* ^ -退款 +',
    '😀🎉',
    '😀退款🎉',
    '\u0000退款',
    '\ud800退款',
    '',
    '   ',
    '退款'.repeat(8192),
    'x'.repeat(32_768),
    '"'.repeat(32_768),
    Array.from({ length: 9000 }, (_, n) => `w${n}`).join(' '),
  ])('is not broken by the query %#', async (query) => {
    const expected = query.includes('退款') ? ['refund'] : [];
    expect((await ids(query, 4)).filter((id) => id === 'refund')).toEqual(expected);
  });

  it('says as a ToolError that the index cannot be read', async () => {
    const empty = new LexicalIndex({ database: opened.database, table: 'never_loaded' });
    await expect(empty.search('退款', 3, signal)).rejects.toBeInstanceOf(ToolError);
  });

  it('an aborted search is not begun', async () => {
    await expect(index.search('退款', 3, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });

  it('refuses a table name that is no identifier', () => {
    expect(() => new LexicalIndex({ database: opened.database, table: 'a; drop table b' })).toThrow(ConfigError);
  });
});
