import type { ToolSpec } from '../../src/core/tool';
import { nativeProtocol } from '../../src/protocols/native.protocol';
import { jsonProtocol } from '../../src/protocols/json.protocol';
import { textProtocol } from '../../src/protocols/text.protocol';
import { wireName } from '../../src/protocols/native/wire-names';
import { actStep, observed, replyOf } from './steps';

const DETAIL = '查询补货计划单详情';
const APPROVE = '审批补货计划单';
const spec = (name: string, given: Partial<ToolSpec> = {}): ToolSpec => ({
  name,
  description: `About ${name.length}.`,
  inputSchema: { type: 'object', properties: { orderCode: { type: 'string' } } },
  ...given,
});
const request = (...tools: ToolSpec[]) => nativeProtocol.request([], tools);
const callNamed = (name: string, tools: ToolSpec[]): unknown => {
  const decision = nativeProtocol.parse(replyOf({ text: '', calls: [{ id: 'x', name, input: '{}' }] }), tools);
  return decision.kind === 'act' ? decision.calls[0]?.name : decision.kind;
};

describe('a name that providers refuse', () => {
  it.each([DETAIL, APPROVE, 'query.order', 'query order', 'x'.repeat(65), 'größe', '🚢', 'ａｂｃ'])(
    '%s gets an alias',
    (name) => {
      const alias = wireName(name);

      expect(alias).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(wireName(name)).toBe(alias);
      expect(callNamed(alias, [spec(name), spec('other')])).toBe(name);
    },
  );

  it.each(['query_order', 'Calculator', 'a', 'x'.repeat(64), '7-b'])('%s is sent as it is', (name) => {
    expect(wireName(name)).toBe(name);
  });

  it('has the same alias in every version of this project, as stored runs are replayed with it', () => {
    expect(wireName(DETAIL)).toBe('tool_xb000f9842857c0fb');
    expect(wireName('query.order')).toMatch(/^queryorder_x[0-9a-f]{16}$/);
  });

  it('is told in the description, and mapped back by the adapter', () => {
    const { tools, ownNames } = request(spec(DETAIL), spec('query_order'));

    expect(tools).toMatchObject([
      { name: wireName(DETAIL), description: `${DETAIL}: About 9.` },
      { name: 'query_order', description: 'About 11.' },
    ]);
    expect([...(ownNames ?? [])]).toEqual([[wireName(DETAIL), DETAIL]]);
    expect(request(spec('query_order'))).not.toHaveProperty('ownNames');
  });

  it('is read however the model writes it', () => {
    const tools = [spec(DETAIL), spec(APPROVE)];
    for (const name of [
      DETAIL,
      ` ${DETAIL} `,
      wireName(DETAIL),
      wireName(DETAIL).toUpperCase(),
      `functions.${wireName(DETAIL)}`,
    ])
      expect(callNamed(name, tools)).toBe(DETAIL);
  });

  it('has its alias in a replayed call, and nowhere else', () => {
    const step = actStep(1, '先查。', [
      { name: DETAIL, input: { orderCode: 'BH001' }, observation: observed('待审批') },
    ]);

    expect(nativeProtocol.replay(step, 'zh')[0]?.calls?.[0]?.name).toBe(wireName(DETAIL));
    for (const { replay } of [textProtocol, jsonProtocol]) expect(JSON.stringify(replay(step, 'zh'))).toContain(DETAIL);
    for (const { render } of [textProtocol, jsonProtocol, nativeProtocol])
      expect(JSON.stringify(render(step.decision))).not.toContain('_x');
  });
});

describe('names that collide', () => {
  it('tools whose readable part is the same keep apart', () => {
    const tools = [spec('query.order'), spec('query order'), spec('query订单order'), spec('queryorder')];
    const wire = request(...tools).tools?.map(({ name }) => name) ?? [];

    expect(new Set(wire).size).toBe(4);
    expect(wire.map((name) => callNamed(name, tools))).toEqual(tools.map(({ name }) => name));
  });

  it('a tool that is named like the alias of another gets an alias itself', () => {
    const tools = [spec(DETAIL), spec(wireName(DETAIL))];
    const wire = request(...tools).tools?.map(({ name }) => name) ?? [];

    expect(new Set(wire).size).toBe(2);
    expect(wire.map((name) => callNamed(name, tools))).toEqual(tools.map(({ name }) => name));
  });
});

describe('tools on the wire', () => {
  it('have a schema that every provider takes, and examples in their description', () => {
    const examples = [{ orderId: '1' }, 'text', null];
    const { tools } = request(spec('query_order', { inputSchema: { $schema: 'x', title: 'Q' }, examples }));

    expect(tools).toEqual([
      {
        name: 'query_order',
        description: 'About 11. e.g. {"orderId":"1"}',
        inputSchema: { type: 'object', title: 'Q', properties: {} },
      },
    ]);
  });

  it('are the same objects for the same list, so that an adapter can keep their JSON', () => {
    const tools = [spec('query_order')];
    expect(nativeProtocol.request([], tools).tools).toBe(nativeProtocol.request([], tools).tools);
  });

  it('are left out where there are none', () => {
    expect(request()).toEqual({ messages: [] });
  });
});
