import { openShop } from './shop';

it('seeds order 88231 and its parcel as the scenario has them', async () => {
  const shop = await openShop();
  const order = await shop.tables.selectFrom('bitmall_orders').selectAll().where('id', '=', '88231').executeTakeFirst();
  expect(order).toEqual({
    id: '88231',
    product: '比特 S10 Pro 扫地机',
    price_minor: 199900,
    currency: 'CNY',
    status: '已签收',
    ordered_on: '2026-06-20',
    signed_on: '2026-06-22',
    tracking_number: 'SF1234567890',
  });
  const traces = await shop.tables
    .selectFrom('bitmall_shipment_traces')
    .select(['happened_at', 'description'])
    .where('tracking_number', '=', 'SF1234567890')
    .orderBy('position')
    .execute();
  expect(traces.map(({ happened_at }) => happened_at)).toEqual([
    '2026-06-20 18:20',
    '2026-06-21 09:10',
    '2026-06-22 11:35',
  ]);
  expect(traces[1]?.description).toContain('上海');
  await shop.close();
});

it('a restart adds what is absent and leaves changed rows as they are', async () => {
  const shop = await openShop();
  await shop.ask('订单 88231 坏了，退款');
  await shop.tables.updateTable('bitmall_orders').set({ status: '有争议' }).where('id', '=', '88231').execute();
  await shop.tables.updateTable('bitmall_articles').set({ body: '改过' }).where('id', '=', 'warranty').execute();
  await shop.tables.deleteFrom('bitmall_articles').where('id', '=', 'app-wifi').execute();
  await shop.stop();

  const again = await openShop({ folder: shop.folder });
  const order = await again.ask('查一下订单 88231');
  expect(order.finalAnswer).toMatch(/有争议.*RF20260630001/);
  const articles = await again.tables.selectFrom('bitmall_articles').select(['id', 'body']).execute();
  expect(articles.find(({ id }) => id === 'warranty')?.body).toBe('改过');
  expect(articles.some(({ id }) => id === 'app-wifi')).toBe(true);
  await again.close();
});

it('every parcel of an order can be tracked', async () => {
  const shop = await openShop();
  const lost = await shop.tables
    .selectFrom('bitmall_orders')
    .leftJoin('bitmall_shipment_traces', 'bitmall_shipment_traces.tracking_number', 'bitmall_orders.tracking_number')
    .leftJoin('bitmall_shipments', 'bitmall_shipments.tracking_number', 'bitmall_orders.tracking_number')
    .select('bitmall_orders.id')
    .where('bitmall_orders.tracking_number', 'is not', null)
    .where((where) => where.or([where('happened_at', 'is', null), where('carrier', 'is', null)]))
    .execute();
  expect(lost).toEqual([]);
  await shop.close();
});
