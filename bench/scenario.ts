/*
 * What is played: a customer asks about an order. Five tools are registered; the model takes four tool steps and then answers,
 * so a run has five steps (model calls). The tools are functions of their input, so that what is measured is the loop.
 */

export const INSTRUCTIONS =
  'You are the customer service agent of an online shop. Look things up with the tools before you answer, never guess an ' +
  'order number, and answer in short, friendly sentences.';

export const QUESTION = 'I received order 88231 last week and the bicycle bell is broken. Can I still return it?';

export const AGENT = 'shop';

/** Called at each tool call, for the figures that look into a run. */
export const probe: { onToolCall?: () => void } = {};

export const queryOrder = ({ orderId }: { orderId: string }): object => {
  probe.onToolCall?.();
  return {
    orderId,
    product: 'Bicycle bell, brass',
    price: 18.9,
    currency: 'EUR',
    status: 'delivered',
    orderedOn: '2026-06-18',
    signedOn: '2026-06-22',
    trackingNumber: 'BM2026061877',
  };
};

export const queryParcel = ({ trackingNumber }: { trackingNumber: string }): object => {
  probe.onToolCall?.();
  const stops = ['accepted in Hamburg', 'sorted in Hannover', 'out for delivery', 'signed by the customer'];
  return { trackingNumber, carrier: 'BM Parcel', stops, signedOn: '2026-06-22' };
};

/** About 200 characters for each article: with `limit` 5 a result has about 1 KB. */
export const searchKnowledge = ({ query, limit }: { query: string; limit: number }): object => {
  probe.onToolCall?.();
  const text =
    'Goods may be returned within 14 days after delivery. Broken goods are replaced or refunded within two years.';
  return {
    query,
    articles: Array.from({ length: limit }, (_, index) => ({ id: `returns-${index + 1}`, title: 'Returns', text })),
  };
};

export const checkStock = ({ product }: { product: string }): object => {
  probe.onToolCall?.();
  return { product, available: 42, warehouse: 'Hannover', nextDelivery: '2026-07-03' };
};

export const applyRefund = ({ orderId, amount }: { orderId: string; amount: number }): object => {
  probe.onToolCall?.();
  return { refundId: `R-${orderId}`, orderId, amount, status: 'requested' };
};

/** The tools as a hand-written loop calls them: what the model wrote is parsed and taken as it is. */
export const HAND_TOOLS: Readonly<Record<string, (input: never) => object>> = {
  query_order: queryOrder,
  query_parcel: queryParcel,
  search_knowledge: searchKnowledge,
  check_stock: checkStock,
  apply_refund: applyRefund,
};
