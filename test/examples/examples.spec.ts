import { stockExample } from '../../examples/stock.example';

describe('examples', () => {
  it('stock: a tool of our own, an agent, and a test of it', async () => {
    await expect(stockExample()).resolves.toBeUndefined();
  });
});
