import { Inject, Injectable, Module, Scope } from '@nestjs/common';
import { DiscoveryModule, REQUEST } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { IsInt, IsString, Max, registerDecorator } from 'class-validator';
import { ConfigError } from '../../src/core/errors';
import { CurrentTimeTool } from '../../src/tools/current-time.tool';
import { ReActTool, type ReActToolOptions } from '../../src/tools/react-tool.decorator';
import { ToolRegistry } from '../../src/tools/tool-registry';
import { aCall, aContext, registryOf } from './support';

class Nothing {}
class City {
  @IsString() city!: string;
}

/** A tool class made on the spot; JavaScript users can leave out what the types ask for. */
const toolClass = (options: Partial<ReActToolOptions>, execute: unknown = () => 'done'): new () => object => {
  @ReActTool({
    name: 'lookAround',
    description: 'Looks around.',
    input: Nothing,
    effect: 'read',
    ...options,
  } as ReActToolOptions)
  @Injectable()
  class SomeTool {}
  Object.assign(SomeTool.prototype, { execute });
  return SomeTool;
};

describe('collecting tools', () => {
  it('finds a tool with its dependencies in a far module, once, though two modules list it', async () => {
    @Injectable()
    class Temperatures {
      of = (city: string): string => `${city}: 20`;
    }
    @ReActTool({ name: 'getTemperature', description: 'Temperature of a city.', input: City, effect: 'read' })
    @Injectable()
    class TemperatureTool {
      constructor(private readonly temperatures: Temperatures) {}
      execute({ city }: City): string {
        return this.temperatures.of(city);
      }
    }
    @Module({ providers: [Temperatures, TemperatureTool] })
    class FarModule {}
    @Module({ imports: [FarModule] })
    class MiddleModule {}
    @Module({ providers: [Temperatures, TemperatureTool] })
    class OtherModule {}
    const app = await Test.createTestingModule({
      imports: [DiscoveryModule, MiddleModule, OtherModule],
      providers: [ToolRegistry],
    }).compile();
    await app.init();
    const registry = app.get(ToolRegistry);
    expect(registry.specs().map(({ name }) => name)).toEqual(['getTemperature']);
    const tools = registry.toolsFor(['getTemperature']);
    const { observation } = await tools.invoke(aCall('getTemperature'), { city: '上海' }, aContext());
    expect(observation).toEqual({ ok: true, content: '上海: 20' });
  });

  it('finds tools that a factory makes and tools that a test replaces', async () => {
    const Made = toolClass({ name: 'made' });
    const Replaced = toolClass({ name: 'replaced' });
    const module = await Test.createTestingModule({
      imports: [DiscoveryModule],
      providers: [ToolRegistry, Replaced, { provide: 'ANY', useFactory: () => new Made() }],
    })
      .overrideProvider(Replaced)
      .useValue({ execute: () => 'from the replacement' })
      .compile();
    await module.init();
    const registry = module.get(ToolRegistry);
    expect(registry.list().map(({ name }) => name)).toEqual(['replaced', 'made']);
    const { observation } = await registry.toolsFor(['replaced']).invoke(aCall('replaced'), {}, aContext());
    expect(observation.content).toBe('from the replacement');
  });

  it('is done before another provider asks, whichever is initialised first', async () => {
    @Injectable()
    class Early {
      names: string[] = [];
      constructor(@Inject(ToolRegistry) private readonly registry: ToolRegistry) {}
      onModuleInit(): void {
        this.names = this.registry.list().map(({ name }) => name);
      }
    }
    const module = await Test.createTestingModule({
      imports: [DiscoveryModule],
      providers: [Early, CurrentTimeTool, ToolRegistry],
    }).compile();
    await module.init();
    expect(module.get(Early).names).toEqual(['getCurrentTime']);
  });

  it('lists what GET /tools shows', async () => {
    class Days {
      @IsInt() @Max(7) days!: number;
    }
    const registry = await registryOf(
      toolClass({ name: '查询天气', input: Days, examples: [{ days: 3 }], timeoutMs: 500 }),
      toolClass({ name: 'refund', effect: 'write', approval: () => true }),
      toolClass({ name: 'plain', approval: false }),
    );
    const schema = {
      type: 'object',
      properties: { days: { type: 'integer', maximum: 7 } },
      required: ['days'],
      additionalProperties: false,
    };
    expect(registry.list()[0]).toEqual({
      name: '查询天气',
      description: 'Looks around.',
      effect: 'read',
      approval: false,
      timeoutMs: 500,
      inputSchema: schema,
      examples: [{ days: 3 }],
    });
    expect(registry.list().map(({ approval, timeoutMs }) => [approval, timeoutMs])).toEqual([
      [false, 500],
      [true, 15_000],
      [false, 15_000],
    ]);
  });

  it('gives the same array of specs for the same names, in the order asked', async () => {
    const registry = await registryOf(toolClass({ name: 'a' }), toolClass({ name: 'b' }));
    expect(registry.specs(['b', 'a']).map(({ name }) => name)).toEqual(['b', 'a']);
    expect(registry.specs(['b', 'a'])).toBe(registry.specs(['b', 'a']));
    expect(registry.toolsFor(['b', 'a']).specs).toBe(registry.specs(['b', 'a']));
  });
});

const stops = async (...providers: (new () => object)[]): Promise<string> => {
  const error: unknown = await registryOf(...providers).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).message;
};

describe('the boot stops', () => {
  it('for two classes of one name, which it names', async () => {
    @ReActTool({ name: 'queryOrder', description: 'One.', input: Nothing, effect: 'read' })
    class FirstTool {
      execute(): void {}
    }
    @ReActTool({ name: 'queryOrder', description: 'Two.', input: Nothing, effect: 'read' })
    class SecondTool {
      execute(): void {}
    }
    expect(await stops(FirstTool, SecondTool)).toBe(
      'Two tools are named "queryOrder": FirstTool and SecondTool; rename one of them in its @ReActTool',
    );
  });

  it('for a tool that is no singleton', async () => {
    @ReActTool({ name: 'mine', description: 'Mine.', input: Nothing, effect: 'read' })
    @Injectable({ scope: Scope.REQUEST })
    class RequestTool {
      execute(): void {}
    }
    @ReActTool({ name: 'mine', description: 'Mine.', input: Nothing, effect: 'read' })
    @Injectable({ scope: Scope.TRANSIENT })
    class TransientTool {
      execute(): void {}
    }
    @ReActTool({ name: 'mine', description: 'Mine.', input: Nothing, effect: 'read' })
    @Injectable()
    class DependentTool {
      constructor(@Inject(REQUEST) readonly request: unknown) {}
      execute(): void {}
    }
    const reason = 'a tool must be a singleton: what belongs to one run is in the ToolContext';
    expect(await stops(RequestTool)).toBe(
      `Tool "mine" (RequestTool) is request-scoped, or depends on a provider that is; ${reason}`,
    );
    expect(await stops(TransientTool)).toBe(`Tool "mine" (TransientTool) is transient; ${reason}`);
    expect(await stops(DependentTool as new () => object)).toContain('Tool "mine" (DependentTool) is request-scoped');
  });

  it('for a class without execute()', async () => {
    expect(await stops(toolClass({}, null))).toBe(
      'Tool "lookAround" (SomeTool) has no method execute(input, context); add it, for it is what the tool does',
    );
  });

  const names: [string, unknown, string][] = [
    ['a missing name', undefined, 'is missing or blank'],
    ['a blank name', '  ', 'is missing or blank'],
    ['a long name', 'x'.repeat(65), 'has 65 characters'],
    ['a padded name', ' a', 'begins or ends with a blank'],
    ['a line break', 'a\nb', 'holds the control character U+000a'],
    ['a zero-width sign', 'a\u200bb', 'holds the control character U+200b'],
    ['half a surrogate pair', 'a\ud800', 'holds the control character U+d800'],
    ['a bracket', 'a[b]', 'holds the sign ['],
    ['a full-width colon', '查询：订单', 'holds the sign ：'],
    ['a quote', 'a"b', 'holds the sign "'],
    ['a word of the protocols', 'Final Answer', 'is what protocols read as the end of a run'],
    ['a Chinese word of the protocols', '最终答案', 'is what protocols read as the end of a run'],
  ];
  it.each(names)('for %s', async (_fault, name, says) => {
    expect(await stops(toolClass({ name: name as string }))).toBe(
      `The name of tool class SomeTool ${says}; expected 1 to 64 characters of any language without ` +
        `line breaks, brackets, quotes or colons, got ${name === undefined ? 'nothing' : JSON.stringify(name)}`,
    );
  });

  it('takes names of any language and of 64 characters', async () => {
    const wanted = ['查询补货计划单详情', 'получить погоду', 'x'.repeat(64), '🌧'.repeat(64), 'github.search-issues_v2'];
    const registry = await registryOf(...wanted.map((name) => toolClass({ name })));
    expect(registry.list().map(({ name }) => name)).toEqual(wanted);
  });

  const options: [string, object, string][] = [
    [
      'no description',
      { description: '' },
      'needs a description that says what goes in, what comes out and when to use it, got ""',
    ],
    [
      'no input',
      { input: undefined },
      'needs an input: a class with class-validator decorators (an empty one when nothing goes in), got nothing',
    ],
    [
      'no effect',
      { effect: undefined },
      "needs an effect: 'read', or 'write' when it changes something outside the run, got nothing",
    ],
    [
      'an effect in other words',
      { effect: 'writes' },
      "needs an effect: 'read', or 'write' when it changes something outside the run, got \"writes\"",
    ],
    [
      'a strange approval',
      { approval: 'yes' },
      'has an approval that is neither true, false nor a function of the input: "yes"',
    ],
    ['a time-out of nothing', { timeoutMs: 0 }, 'has timeoutMs 0; it must be an integer from 1 to 600000'],
    ['a time-out in words', { timeoutMs: '3s' }, 'has timeoutMs "3s"; it must be an integer from 1 to 600000'],
    ['an endless time-out', { timeoutMs: Infinity }, 'has timeoutMs Infinity; it must be an integer from 1 to 600000'],
  ];
  it.each(options)('for %s', async (_fault, change, says) => {
    expect(await stops(toolClass(change))).toBe(`Tool "lookAround" (SomeTool) ${says}`);
  });

  it('for an example that the tool would refuse', async () => {
    expect(await stops(toolClass({ input: City, examples: [{ city: 'Lisbon' }, { town: 'Lisbon' }] }))).toBe(
      'Tool "lookAround" (SomeTool) has an example that it would refuse: {"town":"Lisbon"}\n' +
        '- town: not a field here; the fields are city\n' +
        '- city: required (string), but missing\n' +
        'Expected: {"city": string}',
    );
  });

  it('for an agent that names a tool that nobody provides', async () => {
    const registry = await registryOf(toolClass({ name: 'queryOrder' }), toolClass({ name: 'Calculator' }));
    expect(() => registry.require(['queryOrder'], 'bitmall')).not.toThrow();
    expect(() => registry.require(['query_order'], 'bitmall')).toThrow(
      new ConfigError(
        'Agent "bitmall" names the tool "query_order", which no module provides; did you mean "queryOrder"? ' +
          "Registered tools: queryOrder, Calculator. List the class with @ReActTool in a module's providers.",
      ),
    );
    expect(() => registry.toolsFor(['toString'], 'bitmall')).toThrow(
      'Agent "bitmall" names the tool "toString", which no module provides. Registered tools: queryOrder, Calculator.',
    );
    expect(() => registry.require(['Calculator', 'Calculator'], 'sales')).toThrow(
      new ConfigError('Agent "sales" lists the tool "Calculator" twice; list it once'),
    );
  });

  it('for a bound of observations out of range', async () => {
    const registry = await registryOf(toolClass({ name: 'a' }));
    expect(() => registry.toolsFor(['a'], 'x', { maxObservationChars: 30_000 })).toThrow(
      new ConfigError('maxObservationChars must be an integer from 500 to 21000, got 30000'),
    );
  });
});

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
