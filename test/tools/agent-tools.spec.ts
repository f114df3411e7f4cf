import { IsInt, IsString, Max, registerDecorator } from 'class-validator';
import { aCall, aContext, City, registryOf, toolClass } from './support';

describe('preparing a call', () => {
  class Trip {
    @IsString() city!: string;
    @IsInt() @Max(7) days!: number;
  }
  const trip = toolClass({ name: 'planTrip', input: Trip, examples: [{ city: 'Lisbon', days: 3 }] });

  it('gives the validated input, the effect and whether a person decides', async () => {
    const registry = await registryOf(
      toolClass({ name: 'read', input: City }),
      toolClass({ name: 'always', input: City, effect: 'write', approval: true }),
      toolClass({ name: 'far', input: City, effect: 'write', approval: (input) => (input as City).city !== 'home' }),
      toolClass({
        name: 'broken',
        input: City,
        approval: () => {
          throw new Error('no rule');
        },
      }),
    );
    const tools = registry.toolsFor(['read', 'always', 'far', 'broken']);
    const prepared = async (name: string, city: string): Promise<unknown> => tools.prepare(aCall(name, { city }));
    expect(await prepared('read', 'x')).toEqual({
      ok: true,
      input: { city: 'x' },
      effect: 'read',
      needsApproval: false,
    });
    expect(await prepared('always', 'x')).toMatchObject({ effect: 'write', needsApproval: true });
    expect(await prepared('far', 'home')).toMatchObject({ needsApproval: false });
    expect(await prepared('far', 'away')).toMatchObject({ needsApproval: true });
    expect(await prepared('broken', 'x')).toMatchObject({ ok: true, needsApproval: true });
  });

  it('tells the model what is wrong with an input, what was got and what would be right', async () => {
    const tools = (await registryOf(trip)).toolsFor(['planTrip']);
    expect(await tools.prepare(aCall('planTrip', '{"city": "Lisbon", "days": 12, "hotel": true}'))).toEqual({
      ok: false,
      observation: {
        ok: false,
        content:
          'The input of "planTrip" was not accepted, so the tool did not run:\n' +
          '- hotel: not a field here; the fields are city, days\n' +
          '- days: days must not be greater than 7, got 12\n' +
          'Expected: {"city": string, "days": integer ..7}\n' +
          'Example: {"city":"Lisbon","days":3}',
      },
    });
  });

  it('says so in the language of the agent', async () => {
    const tools = (await registryOf(trip)).toolsFor(['planTrip'], 'travel', { language: 'zh' });
    expect(await tools.prepare(aCall('planTrip', 'Lisbon'))).toMatchObject({
      observation: {
        content:
          '工具“planTrip”没有接受这个输入，因此没有执行：\n' +
          '- 应为一个带字段名的 JSON 对象，收到 "Lisbon"\n' +
          '应为：{"city": string, "days": integer ..7}\n' +
          '示例：{"city":"Lisbon","days":3}',
      },
    });
    expect(await tools.prepare(aCall('planTrp'))).toMatchObject({
      observation: { content: '没有名为“planTrp”的工具。你是不是想用“planTrip”？可用的工具：planTrip' },
    });
  });

  it("lists the agent's tools, not the app's, for an unknown one", async () => {
    const registry = await registryOf(trip, toolClass({ name: 'refund' }));
    const tools = registry.toolsFor(['planTrip']);
    const content = 'Unknown tool "refund". Tools: planTrip';
    expect(await tools.prepare(aCall('refund'))).toEqual({ ok: false, observation: { ok: false, content } });
    expect(await tools.invoke(aCall('refund'), {}, aContext())).toEqual({ observation: { ok: false, content } });
    expect(await registry.toolsFor([]).prepare(aCall('refund'))).toMatchObject({
      observation: { content: 'There are no tools here. Answer directly.' },
    });
    const long = await tools.prepare(aCall('x'.repeat(1_000_000)));
    expect(!long.ok && long.observation.content.length).toBeLessThan(200);
  });

  it('waits for validators that ask elsewhere, and survives those that throw or never answer', async () => {
    const validated = (validate: () => Promise<boolean>): new () => object => {
      class Checked {
        city!: string;
      }
      registerDecorator({
        name: 'isKnown',
        target: Checked,
        propertyName: 'city',
        validator: { validate, defaultMessage: () => 'city is unknown' },
      });
      return Checked;
    };
    const registry = await registryOf(
      toolClass({ name: 'no', input: validated(async () => false) }),
      toolClass({ name: 'yes', input: validated(async () => true) }),
      toolClass({ name: 'throws', input: validated(() => Promise.reject(new Error('database is away'))) }),
      toolClass({ name: 'hangs', input: validated(() => new Promise(() => undefined)), timeoutMs: 20 }),
    );
    const tools = registry.toolsFor(['no', 'yes', 'throws', 'hangs']);
    const content = async (name: string): Promise<unknown> => {
      const prepared = await tools.prepare(aCall(name, { city: 'x' }));
      return prepared.ok || prepared.observation.content.split('\n')[1] || prepared.observation.content;
    };
    expect(await content('no')).toBe('- city: city is unknown, got "x"');
    expect(await content('yes')).toBe(true);
    expect(await content('throws')).toBe(
      'The input of "throws" could not be checked, so the tool did not run: database is away',
    );
    expect(await content('hangs')).toContain('gave no result within 20 ms');
  });
});
