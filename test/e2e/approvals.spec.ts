import type { ReActResult } from '../../src/core/react-result';
import type { RunEvent } from '../../src/core/run-event';
import { PROTOCOLS } from '../../src/protocols';
import { readSse } from './event-stream';
import { endChild } from '../support/end-child';
import { startProcess, temporaryFolder, type ServiceProcess } from './process';
import { startApp, type Answer, type RunningApp } from './start-app';
import { until } from './until';

const REACT_CLOCK = '2026-06-30T19:05:23+08:00';
const REFUND = { agent: 'bitmall', question: '我上周买的扫地机不回充了，修不好我想退。订单号 88231。' };
const PLAN = { agent: 'replenishment', question: '帮我审批下补货计划单，单号是 BH001' };
const ASKED = { orderId: '88231', reason: '我上周买的扫地机不回充了，修不好我想退' };

const result = ({ body }: Answer): ReActResult => body as unknown as ReActResult;
const approvalOf = ({ runId, pendingApprovals }: ReActResult, callId = pendingApprovals[0]?.callId): string =>
  `/api/react/runs/${runId}/approvals/${callId}`;

describe.each([...PROTOCOLS.keys()])('a write that waits for a person, in %s', (REACT_PROTOCOL) => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp({ REACT_CLOCK, REACT_PROTOCOL });
  });
  afterAll(() => app.close());

  const waiting = async (body: object): Promise<ReActResult> => {
    const asked = await app.post('/api/react/ask', body);
    expect(asked.status).toBe(202);
    expect(result(asked)).toMatchObject({ status: 'waiting', success: false, finalAnswer: null });
    return result(asked);
  };
  const refundOf = async (): Promise<string> =>
    (await app.ask({ agent: 'bitmall', question: '查一下订单 88231' })).finalAnswer ?? '';

  it('rejected with a reason, it does not run: the answer says why', async () => {
    const run = await waiting(REFUND);
    expect(run.pendingApprovals).toMatchObject([{ callId: 's4_call_0', tool: 'applyRefund', input: ASKED }]);
    const rejected = await app.post(approvalOf(run), { approved: false, comment: '请先联系顾客' });
    expect(rejected.status).toBe(200);
    expect(result(rejected)).toMatchObject({ status: 'answered', pendingApprovals: [] });
    expect(result(rejected).steps.at(-1)).toMatchObject({ action: 'applyRefund', ok: false, toolMs: 0 });
    expect(result(rejected).finalAnswer).toContain('请先联系顾客');
    expect(await refundOf()).not.toContain('RF2026');
  });

  it('a wrong edited input is told by its fields, and nothing is decided', async () => {
    const run = await waiting(REFUND);
    const wrong = await app.post(approvalOf(run), { approved: true, input: { orderId: 88231, extra: 1 } });
    expect(wrong.status).toBe(400);
    expect((wrong.body.errors as unknown as { pointer: string }[]).map(({ pointer }) => pointer).sort()).toEqual([
      '#/input/extra',
      '#/input/reason',
    ]);
    expect(result(await app.get(`/api/react/runs/${run.runId}`))).toMatchObject({ status: 'waiting' });
    expect(await refundOf()).not.toContain('RF2026');
    await app.post(`/api/react/runs/${run.runId}/cancel`, undefined);
    const late = await app.post(approvalOf(run), { approved: true });
    expect([late.status, late.body.code]).toEqual([409, 'run_ended']);
  });

  it('approved with edited arguments, it runs with those; the model is told, and nobody can decide again', async () => {
    const run = await waiting(REFUND);
    const edited = { orderId: '88231', reason: '充电故障' };
    const approved = await app.post(approvalOf(run), { approved: true, input: edited });
    expect(approved.status).toBe(200);
    expect(result(approved).steps.at(-1)).toMatchObject({ actionInput: edited, ok: true });
    expect(result(approved).finalAnswer).toContain('RF20260630001');
    const again = await app.post(approvalOf(run), { approved: false });
    expect([again.status, again.body.code, again.body.runId]).toEqual([409, 'approval_decided', run.runId]);
    expect(again.body.detail).toBe('The call was decided already: approved by anybody');
    const { items } = (await app.get(`/api/react/runs/${run.runId}/events`)).body as unknown as { items: RunEvent[] };
    expect(items.filter(({ type }) => type === 'approval.resolved')).toMatchObject([
      { callId: 's4_call_0', approved: true, by: 'anybody', input: edited },
    ]);
    expect(items.some(({ resumed }) => resumed)).toBe(false);
  });

  it('approved, it runs as it was shown; a question in the conversation has to wait for it', async () => {
    const run = await waiting({ ...PLAN, conversationId: 'plans' });
    const busy = await app.post('/api/react/ask', { ...PLAN, conversationId: 'plans' });
    expect([busy.status, busy.body.code, busy.body.runId]).toEqual([409, 'conversation_busy', run.runId]);
    const inbox = (await app.get('/api/react/runs?status=waiting')).body as unknown as { items: ReActResult[] };
    expect(inbox.items).toMatchObject([{ runId: run.runId, pendingApprovals: [{ input: { orderCode: 'BH001' } }] }]);
    const approved = result(await app.post(approvalOf(run), { approved: true }));
    expect(approved).toMatchObject({ status: 'answered', finalAnswer: expect.stringContaining('已审批') });
    const third = await app.ask({ agent: 'replenishment', conversationId: 'plans', question: '再审批一次 BH001' });
    expect(third.finalAnswer).toContain('不允许');
    expect((await app.get('/api/react/runs?status=waiting')).body.items).toEqual([]);
  });
});

describe('decisions over HTTP', () => {
  let app: RunningApp;
  beforeEach(async () => {
    app = await startApp({ REACT_CLOCK });
  });
  afterEach(() => app.close());

  it('of several at the same time one counts, and the refund is made once', async () => {
    const run = await app.ask(REFUND);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => app.post(approvalOf(run), { approved: index % 2 === 0 })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
      Array(9).fill('approval_decided'),
    );
    const { items } = (await app.get(`/api/react/runs/${run.runId}/events`)).body as unknown as { items: RunEvent[] };
    expect(items.filter(({ type }) => type === 'approval.resolved')).toHaveLength(1);
    expect(items.filter((event) => event.type === 'tool.started' && event.effect === 'write').length).toBeLessThan(2);
  });

  it('against a cancel at the same time, one of them counts', async () => {
    for (let round = 0; round < 5; round += 1) {
      const run = await app.ask(PLAN);
      const [decided, cancelled] = await Promise.all([
        app.post(approvalOf(run), { approved: false }),
        app.post(`/api/react/runs/${run.runId}/cancel`, undefined),
      ]);
      const end = result(await app.get(`/api/react/runs/${run.runId}`));
      expect(['answered', 'cancelled']).toContain(end.status);
      expect([200, 409]).toContain(decided.status);
      expect(cancelled.status).toBe(end.status === 'cancelled' ? 200 : 409);
    }
  });

  it.each([
    ['an unknown run', '/api/react/runs/0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55/approvals/s1_call_0', 'run_not_found'],
    ['no id of a run', '/api/react/runs/x/approvals/s1_call_0', 'run_not_found'],
  ])('%s is 404', async (_, path, code) => {
    const answer = await app.post(path, { approved: true });
    expect([answer.status, answer.body.code]).toEqual([404, code]);
  });

  it('a call that is unknown, or needs no approval, is 404; wrong bodies are 400 with their fields', async () => {
    const run = await app.ask(REFUND);
    for (const callId of ['s9_call_0', 's1_call_0', '__proto__', '%00']) {
      const answer = await app.post(approvalOf(run, callId), { approved: true });
      expect([callId, answer.status, answer.body.code]).toEqual([callId, 404, 'approval_not_found']);
    }
    const bodies: [object, string][] = [
      [{}, '#/approved'],
      [{ approved: 'yes' }, '#/approved'],
      [{ approved: true, input: [] }, '#/input'],
      [{ approved: true, input: 'x' }, '#/input'],
      [{ approved: false, input: ASKED }, '#/input'],
      [{ approved: true, comment: ' ' }, '#/comment'],
      [{ approved: true, by: 'me' }, '#/by'],
    ];
    for (const [body, pointer] of bodies) {
      const answer = await app.post(approvalOf(run), body);
      expect([answer.status, answer.body.errors]).toMatchObject([400, [{ pointer }]]);
    }
    expect(result(await app.get(`/api/react/runs/${run.runId}`))).toMatchObject({ status: 'waiting' });
  });

  it('streamed: ask ends with the waiting result, /events stays open, and the decision streams the rest', async () => {
    const accept = { accept: 'text/event-stream' };
    const headers = { 'content-type': 'application/json', ...accept };
    const asked = await fetch(`${app.url}/api/react/ask`, { method: 'POST', headers, body: JSON.stringify(REFUND) });
    const first: string[] = [];
    let waiting: ReActResult | undefined;
    for await (const { event, data } of readSse(asked.body!)) {
      if (event !== 'text.delta') first.push(event);
      if (event === 'result') waiting = data as unknown as ReActResult;
    }
    expect(first.slice(-2)).toEqual(['approval.requested', 'result']);
    expect(waiting).toMatchObject({ status: 'waiting' });

    const watching = await fetch(`${app.url}/api/react/runs/${waiting!.runId}/events`, { headers: accept });
    const watched: string[] = [];
    const over = (async () => {
      for await (const { event } of readSse(watching.body!)) if (event !== 'text.delta') watched.push(event);
    })();
    await until(
      async () => watched.length,
      (count) => count === first.length - 1,
    );
    expect(watched.at(-1)).toBe('approval.requested');
    const body = JSON.stringify({ approved: true });
    const decided = await fetch(`${app.url}${approvalOf(waiting!)}`, { method: 'POST', headers, body });
    const rest: string[] = [];
    for await (const { event } of readSse(decided.body!)) if (event !== 'text.delta') rest.push(event);
    await over;
    expect(rest[0]).toBe('approval.resolved');
    expect(rest.slice(-2)).toEqual(['run.finished', 'result']);
    expect(watched).toEqual([...first.slice(0, -1), ...rest]);
  });
});

it('with REACT_APPROVALS=off nobody is asked', async () => {
  const app = await startApp({ REACT_CLOCK, REACT_APPROVALS: 'off' });
  expect(await app.ask(REFUND)).toMatchObject({ status: 'answered', pendingApprovals: [] });
  await app.close();
});

describe('across restarts', () => {
  const REACT_DATA_DIR = temporaryFolder();
  let service: ServiceProcess;
  let url: string;
  const start = async (variables: Record<string, string> = {}): Promise<void> => {
    service = startProcess({ REACT_DATA_DIR, REACT_CLOCK, ...variables });
    url = await service.listening;
  };
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const asked = async (body: object) => (await (await post('/api/react/ask', body)).json()) as ReActResult;
  afterEach(async () => {
    endChild(service.child);
    await service.exited;
  });

  it('a run waits, and goes on when it is decided', async () => {
    await start();
    const refund = await asked(REFUND);
    endChild(service.child, 'SIGKILL');
    await service.exited;

    await start();
    const inbox = (await (await fetch(`${url}/api/react/runs?status=waiting`)).json()) as { items: ReActResult[] };
    expect(inbox.items).toMatchObject([{ runId: refund.runId, pendingApprovals: refund.pendingApprovals }]);
    const input = { orderId: '88231', reason: '充电故障' };
    const decided = await (await post(approvalOf(refund), { approved: true, input })).json();
    expect(decided).toMatchObject({ status: 'answered', finalAnswer: expect.stringContaining('RF20260630001') });
    expect((await post(approvalOf(refund), { approved: true })).status).toBe(409);
  });

  it('what nobody decided in time counts as rejected at the next start', async () => {
    await start({ REACT_APPROVAL_TTL_MS: '1000' });
    const plan = await asked(PLAN);
    endChild(service.child);
    await service.exited;
    const due = Date.parse(plan.pendingApprovals[0]!.expiresAt!);
    while (Date.now() <= due) await new Promise((resolve) => setTimeout(resolve, 50));

    await start();
    const ended = await until(
      async () => (await (await fetch(`${url}/api/react/runs/${plan.runId}`)).json()) as ReActResult,
      ({ status }) => status === 'answered',
    );
    expect(ended.finalAnswer).toContain('没有得到人工确认');
    const late = await post(approvalOf(plan), { approved: true });
    expect([late.status, await late.json()]).toMatchObject([409, { code: 'approval_expired' }]);
  });
});
