import { Inject, Injectable, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { IsInt, Max } from 'class-validator';
import { CurrentTimeTool } from '../../src/tools/current-time.tool';
import { ReActTool } from '../../src/tools/react-tool.decorator';
import { ToolRegistry } from '../../src/tools/tool-registry';
import { aCall, aContext, City, registryOf, toolClass } from './support';

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
      trust: 'trusted',
      approval: false,
      timeoutMs: 500,
      agents: null,
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
