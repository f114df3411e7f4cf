import { Inject, Injectable, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { ConfigError } from '../../src/core/errors';
import { ReActTool } from '../../src/tools/react-tool.decorator';
import { City, Nothing, registryOf, toolClass } from './support';

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
      'Two tools are named "queryOrder": FirstTool and SecondTool; rename one of them in its @ReActTool, ' +
        'or give each the agents that it is for, none of them twice',
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
    ['no agent in its list', { agents: [] }, "has agents []; list at least one agent's name, or leave it out for all"],
    [
      'one agent as a text',
      { agents: 'a' },
      'has agents "a"; list at least one agent\'s name, or leave it out for all',
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
