import { BitmallRefunds } from '../../../src/demos/bitmall/refunds';
import { ToolError } from '../../../src/index';
import { openShop, type Shop } from './shop';

const NOON = Date.parse('2026-06-30T12:00:00+08:00');

describe('BitmallRefunds', () => {
  let shop: Shop;

  beforeEach(async () => {
    shop = await openShop();
  });
  afterEach(() => shop.close());

  const requestOf = ({ app, tables }: Shop, orderId: string, now = NOON, timeZone = 'Asia/Shanghai') =>
    tables.transaction().execute((transaction) => {
      const given = { orderId, reason: '坏了', idempotencyKey: `run:${orderId}:${now}`, now, timeZone };
      return app.get(BitmallRefunds).request(transaction, given);
    });
  const request = (orderId: string, now?: number, timeZone?: string) => requestOf(shop, orderId, now, timeZone);
  const rows = () => shop.tables.selectFrom('bitmall_refunds').selectAll().where('day', '>=', '2026-06-30').execute();

  it('numbers refunds by the day of the run in its zone', async () => {
    expect((await request('88231')).id).toBe('RF20260630001');
    expect((await request('88234')).id).toBe('RF20260630002');
    expect((await request('88243', Date.parse('2026-06-30T17:00:00Z'))).id).toBe('RF20260701001');
    expect((await request('88242', Date.parse('2026-06-30T17:00:00Z'), 'UTC')).id).toBe('RF20260630003');
  });

  it('goes on after the 999th refund of a day', async () => {
    await request('88231');
    await shop.tables.updateTable('bitmall_refunds').set({ sequence: 999 }).where('order_id', '=', '88231').execute();
    expect((await request('88234')).id).toBe('RF202606301000');
  });

  it('the same order again gives the refund that exists, even after the last day', async () => {
    const first = await request('88231');
    const again = await request('88231', NOON + 90 * 86_400_000);
    expect([first.existed, again.existed, again.id, again.reason]).toEqual([false, true, first.id, '坏了']);
    expect(await rows()).toHaveLength(1);
  });

  it('twenty parallel requests for one order make one refund', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, index) => request('88231', NOON + index)));
    expect(all.filter(({ existed }) => !existed)).toHaveLength(1);
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(['RF20260630001']));
    expect(await rows()).toHaveLength(1);
  });

  it('parallel requests for different orders get different numbers, also from a second process', async () => {
    const second = await openShop({ folder: shop.folder });
    const all = await Promise.all([
      requestOf(shop, '88231'),
      requestOf(second, '88234'),
      requestOf(shop, '88236'),
      requestOf(second, '88242'),
      requestOf(shop, '88243'),
      requestOf(second, '88231'),
    ]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(5);
    expect(all[5]?.id).toBe(all[0]?.id);
    await second.stop();
  });

  it.each([
    ['99999', '没有找到订单 99999'],
    ['88232', '还没有签收（待发货）'],
    ['88240', '还没有签收（派送中）'],
    ['88238', '已签收 16 天，超过 15 天'],
    ["88231' or '1'='1", '没有找到订单'],
  ])('refuses order %s', async (orderId, expected) => {
    await expect(request(orderId)).rejects.toThrow(expected);
    await expect(request(orderId)).rejects.toBeInstanceOf(ToolError);
    expect(await rows()).toEqual([]);
  });

  it('an order that is signed after the day of the run is refused, on that day it is not', async () => {
    const refused = request('88231', Date.parse('2026-06-21T23:59:59+08:00'));
    await expect(refused).rejects.toThrow('签收日期 2026-06-22 晚于今天 2026-06-21');
    await expect(refused).rejects.toBeInstanceOf(ToolError);
    expect((await request('88231', Date.parse('2026-06-22T00:00:00+08:00'))).existed).toBe(false);
  });

  it('day 15 is still in time', async () => {
    expect((await request('88237')).existed).toBe(false);
  });
});
