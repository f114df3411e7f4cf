import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  MemoryStore,
  ReActAgentService,
  ScriptedModel,
  SqlStore,
  sqlite,
  StoreError,
  type Run,
  type RunEvent,
  type RunStore,
} from '../../src';
import { act, answer, shop } from './tools-of-a-shop';
import { until } from './run-starts';

describe('the service', () => {
  it('has tool.started of a write on disk before the tool runs', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'react-agent-')), 'react.db');
    const store = await SqlStore.open(sqlite({ file }));
    const reader = await SqlStore.open(sqlite({ file }));
    let seen: string[] = [];
    const pay = async (_: string, { runId }: { runId: string }): Promise<string> => {
      for await (const { type } of reader.events('default', runId)) seen.push(type);
      return 'paid';
    };
    const app = await shop(new ScriptedModel([act('pay'), answer('ok')]), { store }, { pay });
    await app.get(ReActAgentService).ask({ question: 'pay' });
    await app.close();
    await reader.close();
    expect(seen).toEqual(['run.started', 'step.started', 'model.replied', 'tool.started']);
    seen = [];
  });

  it('shows a run while it runs', async () => {
    let release = (): void => undefined;
    const look = (): Promise<string> => new Promise((resolve) => (release = () => resolve('seen')));
    const app = await shop(new ScriptedModel([act('look'), answer('ok')]), {}, { look });
    const service = app.get(ReActAgentService);
    const asked = service.ask({ question: 'look' });
    const { items } = await until(
      () => service.list({ limit: 1 }),
      (page) => page.items[0]?.totalSteps === 1,
    );
    const result = await service.result(items[0]!.runId);
    expect(result).toMatchObject({ status: 'running', steps: [{ action: 'look', observation: null, ok: null }] });
    release();
    expect(await asked).toMatchObject({ status: 'answered', steps: [{ observation: 'seen', ok: true }] });
    await app.close();
  });

  it('a run of a conversation starts with the questions and answers before it', async () => {
    const model = new ScriptedModel([answer('I am the clerk.'), answer('I said so.')]);
    const app = await shop(model);
    const service = app.get(ReActAgentService);
    await service.ask({ question: 'Who are you?', conversationId: 'c' });
    await service.ask({ question: 'Elsewhere', conversationId: 'd' }).catch(() => undefined);
    const model2 = model.requests[1]!.messages.map(({ content }) => content).join('|');
    expect(model2).not.toContain('Who are you?');
    await app.close();

    const again = new ScriptedModel([answer('I am the clerk.'), answer('I said so.')]);
    const other = await shop(again);
    await other.get(ReActAgentService).ask({ question: 'Who are you?', conversationId: 'c' });
    await other.get(ReActAgentService).ask({ question: 'Who?', conversationId: 'c' });
    expect(again.requests[1]!.messages.slice(1).map(({ role, content }) => [role, content.split('\n')[0]])).toEqual([
      ['user', 'Who are you?'],
      ['assistant', 'I am the clerk.'],
      ['user', 'Who?'],
    ]);
    await other.close();
  });

  it('reads nothing of another tenant', async () => {
    const app = await shop(new ScriptedModel([answer('x')]));
    const service = app.get(ReActAgentService);
    const { runId } = await service.ask({ question: 'q', tenant: 'a' });
    await expect(service.result(runId, 'b')).rejects.toThrow('No run');
    expect((await service.list({ limit: 10 }, 'b')).items).toEqual([]);
    expect((await service.result(runId, 'a')).finalAnswer).toBe('x');
    await app.close();
  });

  it.each([
    ['an unknown agent', { agent: 'nobody' }, '#/agent'],
    ['an unknown protocol', { protocol: 'xml' }, '#/protocol'],
  ])('refuses %s before anything is stored', async (_, change, pointer) => {
    const app = await shop(new ScriptedModel([]));
    const service = app.get(ReActAgentService);
    await expect(service.ask({ question: 'q', ...change })).rejects.toMatchObject({
      code: 'bad_request',
      errors: [{ pointer }],
    });
    expect((await service.list({ limit: 10 })).items).toEqual([]);
    await app.close();
  });

  it('a store that cannot be written fails the request before the model is asked', async () => {
    class FullStore extends MemoryStore implements RunStore {
      override append(): Promise<void> {
        return Promise.reject(new StoreError('The store is full'));
      }
    }
    const model = new ScriptedModel([answer('x')]);
    const app = await shop(model, { store: new FullStore() });
    const asked = app.get(ReActAgentService).ask({ question: 'q' });
    await expect(asked).rejects.toMatchObject({ code: 'store_failed', runId: undefined }); // nothing to read back
    expect(model.requests).toHaveLength(0);
    await app.close();
  });

  it('a bug ends the run as failed with nothing inside shown', async () => {
    const app = await shop(new ScriptedModel([new TypeError('secret inside')]));
    const result = await app.get(ReActAgentService).ask({ question: 'q' });
    expect(result).toMatchObject({ status: 'failed', failureReason: 'internal' });
    expect(JSON.stringify(await app.get(ReActAgentService).events(result.runId))).not.toContain('secret');
    await app.close();
  });

  it('an observer that throws or rejects touches no run', async () => {
    const throws = {
      onFact: (): void => {
        throw new Error('of the observer');
      },
    };
    const rejects = { onFact: (): Promise<void> => Promise.reject(new Error('of the observer')) };
    const app = await shop(new ScriptedModel([act('look'), answer('x')]), { observers: [throws, rejects] });
    expect(await app.get(ReActAgentService).ask({ question: 'q' })).toMatchObject({ status: 'answered' });
    await app.close();
  });

  it('observers hear of each fact once, in order, after it is stored', async () => {
    const store = new MemoryStore();
    const heard: number[] = [];
    const onFact = (event: RunEvent, run: Run): void => {
      heard.push(event.seq);
      expect(run.seq).toBeGreaterThanOrEqual(event.seq);
    };
    const app = await shop(new ScriptedModel([act('look'), answer('x')]), { store, observers: [{ onFact }] });
    const { runId } = await app.get(ReActAgentService).ask({ question: 'q' });
    const stored = await app.get(ReActAgentService).events(runId);
    expect(heard).toEqual(stored.map(({ seq }) => seq));
    await app.close();
  });

  it('a shutdown lets a run finish, and takes no new one', async () => {
    let release = (): void => undefined;
    const look = (): Promise<string> => new Promise((resolve) => (release = () => resolve('seen')));
    const app = await shop(new ScriptedModel([act('look'), answer('ok')]), {}, { look });
    const service = app.get(ReActAgentService);
    const asked = service.ask({ question: 'look' });
    await until(
      () => service.list({ limit: 1 }),
      (page) => page.items[0]?.totalSteps === 1,
    );
    const closed = app.close();
    await new Promise((resolve) => setTimeout(resolve, 20)); // Nest calls other hooks first
    await expect(service.ask({ question: 'late' })).rejects.toMatchObject({ code: 'overloaded' });
    release();
    expect((await asked).finalAnswer).toBe('ok');
    await closed;
  });
});

describe('agents', () => {
  const agent = { name: 'clerk', instructions: 'x', tools: ['look'] };
  it.each([
    [
      'a tool that nobody provides',
      [{ ...agent, tools: ['lok'] }],
      {},
      /"clerk" names the tool "lok".*did you mean "look"/,
    ],
    ['two of one name', [agent, agent], {}, /Two agents are named "clerk"/],
    ['a name with a space', [{ ...agent, name: 'a b' }], {}, /"a b" must be 1 to 64 characters/],
    [
      'a protocol that does not exist',
      [{ ...agent, protocol: 'xml' }],
      {},
      /Unknown protocol "xml"; expected one of: text/,
    ],
    [
      'a default that is not registered',
      [agent],
      { defaultAgent: 'nobody' },
      /defaultAgent .*expected one of: clerk, got "nobody"/,
    ],
  ])('%s stop the boot', async (_, agents, options, message) => {
    await expect(shop(new ScriptedModel([]), { agents, ...options })).rejects.toThrow(message);
  });
});
