import { ConfigError } from '../../src/core/errors';
import { aCall, aContext, registryOf, toolClass } from './support';

const ForBitmall = toolClass(
  { name: 'queryOrder', description: 'Bitmall.', agents: ['bitmall'] },
  () => 'from bitmall',
);
const ForShops = toolClass(
  { name: 'queryOrder', description: 'Shops.', agents: ['shop', 'kiosk'] },
  () => 'from shops',
);
const ForAll = toolClass({ name: 'queryOrder', description: 'All.' }, () => 'from all');
const Clock = toolClass({ name: 'clock' });

describe('two tools of one name', () => {
  it.each([
    ['bitmall', 'from bitmall'],
    ['shop', 'from shops'],
    ['kiosk', 'from shops'],
  ])('the agent %s has its own', async (agent, content) => {
    const tools = (await registryOf(ForBitmall, ForShops, Clock)).toolsFor(['clock', 'queryOrder'], agent);
    expect((await tools.invoke(aCall('queryOrder'), {}, aContext())).observation).toEqual({ ok: true, content });
  });

  it('are shown to each agent with their own words, as one array per agent', async () => {
    const registry = await registryOf(ForBitmall, ForShops);
    expect(registry.specs(['queryOrder'], 'bitmall')[0]!.description).toBe('Bitmall.');
    expect(registry.specs(['queryOrder'], 'shop')[0]!.description).toBe('Shops.');
    expect(registry.toolsFor(['queryOrder'], 'shop').specs).toBe(registry.specs(['queryOrder'], 'shop'));
  });

  it('are both listed, with the agents that they are for', async () => {
    const registry = await registryOf(ForBitmall, ForShops, Clock);
    expect(registry.list().map(({ name, agents }) => [name, agents])).toEqual([
      ['queryOrder', ['bitmall']],
      ['queryOrder', ['shop', 'kiosk']],
      ['clock', null],
    ]);
    expect(registry.specs()).toHaveLength(3);
  });

  it.each([
    ['one of them is for every agent', [ForBitmall, ForAll]],
    ['the one for every agent comes first', [ForAll, ForBitmall]],
    ['they have an agent in common', [ForShops, toolClass({ name: 'queryOrder', agents: ['x', 'kiosk'] })]],
  ])('stop the boot when %s', async (_, classes) => {
    await expect(registryOf(...classes)).rejects.toThrow(/Two tools are named "queryOrder".*agents that it is for/);
  });
});

describe('a tool of some agents', () => {
  it('is no other agent’s', async () => {
    const registry = await registryOf(ForBitmall, ForShops);
    expect(() => registry.toolsFor(['queryOrder'], 'sales')).toThrow(
      new ConfigError(
        'Agent "sales" names the tool "queryOrder", which is only for these agents: bitmall, shop, kiosk; ' +
          'add the agent in its @ReActTool',
      ),
    );
  });

  it('is found without an agent’s name as long as it is the only one of its name', async () => {
    expect((await registryOf(ForShops)).specs(['queryOrder'])).toHaveLength(1);
    const both = await registryOf(ForBitmall, ForShops);
    expect(() => both.specs(['queryOrder'])).toThrow(
      'An agent names the tool "queryOrder", which is only for these agents: bitmall, shop, kiosk',
    );
  });

  it('is named once in the list of what is registered', async () => {
    const registry = await registryOf(ForBitmall, ForShops);
    expect(() => registry.require(['refund'], 'shop')).toThrow(/Registered tools: queryOrder\. /);
  });
});
