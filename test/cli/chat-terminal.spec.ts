import { spawnSync } from 'node:child_process';
import { answers, fallsSilent, startModelServer, type ModelServer } from '../../src/testing';
import { startTerminal, type ChatProcess } from './chat-process';
import { endChild } from '../support/end-child';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const ARROW_UP = '\u001b[A';
const ENTER = '\r';

const isThere = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;
const suite = isThere ? describe : describe.skip;
const skipped = isThere ? '' : " (skipped: there is no util-linux' script here)";

let server: ModelServer;
let chat: ChatProcess;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(async () => {
  endChild(chat.child, 'SIGKILL'); // told to terminate, script would pass the signal on to whatever its child's number means by then
  await chat.ended;
  await server.close();
});
const model = (): Record<string, string> => ({ OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' });

suite(`the chat on a terminal${skipped}`, () => {
  it('names the offline model, streams, shows tools, and has history at the arrow keys', async () => {
    chat = startTerminal({ args: ['--agent', 'replenishment'], variables: { NO_COLOR: '1' } });
    expect(await chat.until('replenishment> ')).toContain('the offline demo model offline-demo: it answers by rules');
    chat.type(`单号是：BH001，查一下${ENTER}`);
    const first = await chat.until('answered ·');
    expect(first).toMatch(/▸ 查询补货计划单详情 \{"orderCode":"BH001"\} … ok \d+ ms\r\n/);
    expect(first).not.toContain('\u001b[2m');
    await chat.until('replenishment> ');
    chat.type(`/help${ENTER}`);
    await chat.until('replenishment> ');
    chat.type(`${ARROW_UP}${ARROW_UP}${ENTER}`);
    await chat.until('单号是：BH001，查一下');
    await chat.until('answered ·');
    await chat.until('replenishment> ');
    chat.type(CTRL_D);
    expect((await chat.ended).code).toBe(0);
  });

  it('takes up what was typed ahead after the run, and does not show it in the middle of the answer', async () => {
    server.enqueue(answers('The first one'), answers('The other one'));
    chat = startTerminal({ variables: { ...model(), NO_COLOR: '1' } });
    await chat.until('sales> ');
    chat.type(`one${ENTER}two${ENTER}`);
    expect(await chat.until('answered ·')).not.toContain('two');
    await chat.until('sales> two');
    await chat.until('The other one');
    await chat.until('sales> ');
    chat.type(`quit${ENTER}`);
    expect((await chat.ended).code).toBe(0);
  });
});

suite(`Ctrl-C on a terminal${skipped}`, () => {
  it('Ctrl-C stops the run and not the program', async () => {
    server.enqueue(fallsSilent('request'), answers('The second one'));
    chat = startTerminal({ variables: model() });
    expect(await chat.until('sales> ')).toContain('model scripted at 127.0.0.1');
    chat.type(`one${ENTER}`);
    while (server.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    chat.type(CTRL_C);
    await chat.until('cancelled · ');
    await chat.until('sales> ');
    chat.type(`two${ENTER}`);
    await chat.until('The second one');
    await chat.until('sales> ');
    chat.type('exit\r');
    expect((await chat.ended).code).toBe(0);
  });

  it('Ctrl-C clears the line, and twice at the prompt leaves', async () => {
    chat = startTerminal({ variables: model() });
    await chat.until('sales> ');
    chat.type(`never asked${CTRL_C}`);
    await chat.until('(Ctrl-C once more leaves)');
    await chat.until('sales> ');
    chat.type(`/steps${ENTER}`);
    await chat.until('There is no run yet.');
    await chat.until('sales> ');
    chat.type(CTRL_C);
    await chat.until('(Ctrl-C once more leaves)');
    chat.type(CTRL_C);
    expect((await chat.ended).code).toBe(0);
    expect(server.calls).toHaveLength(0);
  });
});
