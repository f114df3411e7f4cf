import { AgentRegistry } from '../../src/agent/agent-registry';
import { ReActAgentService } from '../../src/agent/react-agent.service';
import { ChatSession } from '../../src/cli/chat-session';
import { PlainOutput } from '../../src/cli/plain-output';
import { answers, fallsSilent, startModelServer, type ModelServer } from '../../src/testing';
import { startApp, type RunningApp } from '../e2e/start-app';

async function* lines(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

describe('a talk', () => {
  let server: ModelServer;
  let app: RunningApp;
  let said: string[];
  let faults: string[];
  beforeEach(async () => {
    [said, faults] = [[], []];
    server = await startModelServer();
    app = await startApp({ OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' });
  });
  afterEach(async () => {
    await app.close();
    await server.close();
  });

  function session(ids: string[]): ChatSession {
    const output = new PlainOutput(
      (text) => said.push(text),
      (text) => faults.push(text),
    );
    const service = app.app.get(ReActAgentService);
    return new ChatSession({
      service,
      agents: app.app.get(AgentRegistry),
      output,
      newId: () => ids.shift() ?? 'more',
      person: 'Li',
    });
  }

  it('is one conversation, and /new begins another; other agents go on with the same one', async () => {
    server.enqueue(answers('1'), answers('2'), answers('3'));
    expect(await session(['a', 'b']).talk(lines('one', '/agent shop', 'two', '/new', 'three'))).toBe(true);
    const { items } = (await app.get('/api/react/runs')).body as unknown as { items: Record<string, string>[] };
    expect(items.map(({ question, agent, conversationId }) => [question, agent, conversationId])).toEqual([
      ['three', 'shop', 'chat-b'],
      ['two', 'shop', 'chat-a'],
      ['one', 'sales', 'chat-a'],
    ]);
  });

  it('says that a conversation is busy and which run it has, and goes on', async () => {
    server.enqueue(fallsSilent('request'), answers('42'));
    const other = new AbortController();
    const { runId, ended } = await app.app
      .get(ReActAgentService)
      .begin({ question: 'long', conversationId: 'chat-a' }, other.signal);
    while (server.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await session(['a', 'b']).talk(lines('one', '/new', 'two'))).toBe(false);
    other.abort();
    await ended;
    expect(faults).toEqual([
      `Another run of this conversation has not ended; wait for it, or cancel it · run ${runId}\n`,
      'a new conversation\n',
    ]);
    expect(said).toEqual(['42\n']);
  });

  it('refuses a question that is longer than the API takes', async () => {
    server.enqueue(answers('42'));
    await session(['a']).talk(lines('x'.repeat(32_769), 'x'.repeat(32_768)));
    expect(faults).toEqual(['A question has 32768 characters at most, this one has 32769\n']);
    expect(said).toEqual(['42\n']);
  });
});
