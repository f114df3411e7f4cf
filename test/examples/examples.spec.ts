import { stockExample } from '../../examples/stock.example';
import { writesExample } from '../../examples/writes.example';

describe('examples', () => {
  it('stock: a tool of our own, an agent, and a test of it', async () => {
    await expect(stockExample()).resolves.toBeUndefined();
  });

  it('writes: one that commits with the runs, one at a back end that can be asked', async () => {
    await expect(writesExample()).resolves.toBeUndefined();
  });
});
