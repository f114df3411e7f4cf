import { join } from 'node:path';
import { answers, fallsSilent, refuses, startModelServer, thinksThenActs, type ModelServer } from '../../src/testing';
import { DataDirectoryLock } from '../../src/stores/data-directory-lock';
import { temporaryFolder } from '../e2e/process';
import { piped, startChat } from './chat-process';
import { endChild } from '../support/end-child';

const REPLENISHMENT = { args: ['--agent', 'replenishment'], variables: { REACT_APPROVALS: 'off' } };

describe('the chat in a pipe, offline', () => {
  it('answers each line in one conversation: asks for the code, approves, and does not approve again', async () => {
    const { code, out, err } = await piped(['帮我审批下补货计划单', '', '单号是：BH001', '再审批一次'], REPLENISHMENT);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/请提供补货计划单的单号/),
      expect.stringMatching(/BH001 审批成功/),
      expect.stringMatching(/BH001 .*不允许审批/),
      '',
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('obeys commands beside the answers, says which it does not know, and reads no further after exit', async () => {
    const lines = ['/steps', '/agent', '/agent replenishment', '单号是：BH001，查一下', '/new', '单号是多少', '/steps'];
    const { code, out, err } = await piped([...lines, '/nope x', '/agent nobody', '/help', 'exit', '/steps']);
    expect(out).toMatch(/^[^\n]*BH001[^\n]*\n(?!.*BH001)[^\n]*\n$/); // the two answers and nothing else
    expect(err).toMatch(/^There is no run yet\.\n\* sales .*\n[^]*\n {2}replenishment .*\nagent replenishment\n/);
    expect(err).toMatch(/\na new conversation\nstep .*\n1 .* answer: (?!.*BH001)/);
    expect(err).toMatch(/There is no command \/nope; .*\nunknown agent "nobody"; expected one of: sales, .*\n/);
    expect(err).toMatch(/\n\/agent \[NAME\] [^]*Ctrl-C .*\n$/);
    expect(code).toBe(1);
  });

  it('helps without a data directory, and refuses what it does not know with a sentence', async () => {
    expect(await piped([], { args: ['--help'], variables: { PORT: 'x' } })).toMatchObject({
      ...{ code: 0, err: '' },
      out: expect.stringMatching(/exit code is 1 when a line had no answer/),
    });
    const wrong = await piped([], { args: ['--agent', 'nobody'] });
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toMatch(/^unknown agent "nobody"; expected one of: sales, .*\n$/);
  });

  it('says in a sentence that the server has the data directory', async () => {
    const directory = join(temporaryFolder(), 'data');
    const lock = DataDirectoryLock.acquire(directory);
    const { code, out, err } = await piped(['hello'], { variables: { REACT_DATA_DIR: directory } });
    lock.release();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^REACT_DATA_DIR .* is in use by another server process: [^\n]*\n$/);
  });

  it('logs to stderr, and only when asked to', async () => {
    const variables = { LOG_LEVEL: 'info', LOG_FORMAT: 'json' };
    const { out, err } = await piped(['帮我审批下补货计划单'], { ...REPLENISHMENT, variables });
    expect(out).toMatch(/^好的[^\n]*\n$/);
    expect(err).toContain('"msg":"run finished"');
  });
});

describe('the chat in a pipe, with a model', () => {
  let server: ModelServer;
  beforeEach(async () => {
    server = await startModelServer();
  });
  afterEach(() => server.close());
  const variables = (): Record<string, string> => ({ OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' });

  it('goes on after a run that failed, names it on stderr, and ends with 1', async () => {
    server.enqueue(refuses(401), answers('plain \u001b[31mtext'));
    const { code, out, err } = await piped(['one', 'two'], { variables: variables() });
    expect(out).toBe('plain \\u001b[31mtext\n');
    expect(err).toMatch(/^failed: model_failed: .* · run [0-9a-f-]{36}\n$/);
    expect(code).toBe(1);
  });

  it('gives the forced answer of a run that a limit stopped, and ends with 1', async () => {
    server.enqueue(thinksThenActs('I compute it.', 'Calculator', { expression: '6*7' }), answers('About 42'));
    const { code, out, err } = await piped(['one'], { variables: { ...variables(), REACT_MAX_TOKENS: '1' } });
    expect({ code, out }).toEqual({ code: 1, out: 'About 42\n' });
    expect(err).toMatch(/^stopped: token_budget · 2 steps · /);
  });

  it('cancels its run when it is told to end, and ends with the code of the signal', async () => {
    server.enqueue(fallsSilent('request'));
    const chat = startChat({ variables: variables() });
    chat.child.stdin?.write('one\ntwo\n');
    while (server.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    endChild(chat.child);
    const { code, out, err } = await chat.ended;
    expect(err).toMatch(/^cancelled · .* · run [0-9a-f-]{36}\n$/);
    expect({ code, out, calls: server.calls.length }).toEqual({ code: 143, out: '', calls: 1 });
  });
});
