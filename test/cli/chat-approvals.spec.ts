import { AgentRegistry } from '../../src/agent/agent-registry';
import { ReActAgentService } from '../../src/agent/react-agent.service';
import { ChatSession } from '../../src/cli/chat-session';
import { questionOf, readDecision } from '../../src/cli/decision';
import { PlainOutput } from '../../src/cli/plain-output';
import type { RunEvent } from '../../src/core/run-event';
import { startApp, type RunningApp } from '../e2e/start-app';
import { piped } from './chat-process';

const PLAN = '帮我审批下补货计划单，单号是 BH001';

describe('a decision at the terminal', () => {
  it.each([
    ['y', { decision: { approved: true } }],
    [' Yes ', { decision: { approved: true } }],
    ['n', { decision: { approved: false } }],
    ['n 库存还够', { decision: { approved: false, comment: '库存还够' } }],
    ['e {"orderCode": "BH002"}', { decision: { approved: true, input: { orderCode: 'BH002' } } }],
    ['e{"orderCode":"BH002"}', { decision: { approved: true, input: { orderCode: 'BH002' } } }],
  ])('%s', (line, expected) => {
    expect(readDecision(line)).toEqual(expected);
  });

  it.each(['', 'yes please', 'yesterday', 'e', 'e [1]', 'e {"a":', 'what is this?'])('%j decides nothing', (line) => {
    expect(readDecision(line)).toEqual({ unclear: expect.any(String) });
  });
});

describe('what a person at the terminal is asked', () => {
  const pending = { callId: 's2_call_0', tool: 'pay', input: { order: 'A1' }, requestedAt: '2026-06-30T11:05:23.000Z' };

  it('has all arguments, and by whose text they are when it is not trusted; what a terminal would obey is spelled out', () => {
    const untrusted = [
      { pointer: '/order', callId: 's1_call_0', text: 'A1\u001b[2J\n' },
      { pointer: '/why', text: 'because' },
    ];
    expect(questionOf({ ...pending, because: 'untrusted', untrusted })).toBe(
      [
        'pay {\n  "order": "A1"\n}',
        'It is asked for because text that anybody may have written was read before.',
        String.raw`! /order has untrusted text of s1_call_0: "A1\u001b[2J\n"`,
        '! /why has untrusted text of an earlier answer: "because"',
        'Approve this call? y approves, n [why] rejects, e {…} approves with these arguments instead',
      ].join('\n'),
    );
  });

  it('says nothing of untrusted text where there is none', () => {
    expect(questionOf({ ...pending, because: 'tool' })).not.toMatch(/untrusted|anybody/);
  });
});

describe('a talk with a call that waits', () => {
  let app: RunningApp;
  let said: string[];
  let faults: string[];
  beforeEach(async () => {
    [said, faults] = [[], []];
    app = await startApp();
  });
  afterEach(() => app.close());

  async function talk(...lines: string[]): Promise<boolean> {
    const output = new PlainOutput(
      (text) => said.push(text),
      (text) => faults.push(text),
    );
    const service = app.app.get(ReActAgentService);
    let ids = 0;
    const parts = { service, agents: app.app.get(AgentRegistry), output, newId: () => `${++ids}`, person: 'Li' };
    return new ChatSession(parts, 'replenishment').talk(
      (async function* () {
        yield* lines;
      })(),
    );
  }

  const resolved = async (): Promise<RunEvent[]> => {
    const service = app.app.get(ReActAgentService);
    const { items } = await service.list({ limit: 10 });
    const all = await Promise.all(items.map(({ runId }) => service.events(runId)));
    return all.flat().filter(({ type }) => type === 'approval.resolved');
  };

  it('shows the whole call, runs it after y, and records who said so', async () => {
    expect(await talk(PLAN, 'y', '再审批一次 BH001')).toBe(true);
    expect(faults).toEqual([
      expect.stringMatching(/^审批补货计划单 \{\n {2}"orderCode": "BH001"\n\}\nApprove this call\? y /),
    ]);
    expect(said).toEqual([expect.stringContaining('BH001 审批成功'), expect.stringContaining('不允许审批')]);
    expect(await resolved()).toMatchObject([{ approved: true, by: 'Li' }]);
  });

  it('tells the model why after n, and runs other arguments after e', async () => {
    expect(await talk(PLAN, 'n 库存还够', PLAN, 'e {"orderCode":"BH002"}')).toBe(true);
    expect(said).toEqual([expect.stringContaining('意见：库存还够'), expect.stringContaining('BH002 审批成功')]);
  });

  it('takes no other line for a decision, and names the fields of wrong arguments', async () => {
    expect(await talk(PLAN, '再说吧', 'e {"code":"BH002"}', 'y')).toBe(false);
    expect(faults.slice(1)).toEqual([
      expect.stringContaining('A call waits: y approves'),
      expect.stringMatching(/#\/input\/orderCode: required/),
    ]);
    expect(said).toEqual([expect.stringContaining('BH001 审批成功')]);
  });

  it('leaves it waiting after /new and at the end, and says so', async () => {
    expect(await talk(PLAN, '/new', '查一下 BH001', PLAN)).toBe(false);
    expect(said[0]).toContain('待审批');
    expect(faults).toContain('a new conversation\n');
    expect(faults.at(-1)).toMatch(/^A call still waits for a person's approval · run [0-9a-f-]{36}\n$/);
    expect((await app.get('/api/react/runs?status=waiting')).body.items).toHaveLength(2);
  });
});

it('a pipe decides line by line, with the question on stderr', async () => {
  const { code, out, err } = await piped([PLAN, 'y'], { args: ['--agent', 'replenishment'] });
  expect(out).toMatch(/^补货计划单 BH001 审批成功[^\n]*\n$/);
  expect(err).toContain('Approve this call?');
  expect(code).toBe(0);
});
