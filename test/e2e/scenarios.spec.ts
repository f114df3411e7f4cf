import type { ModelReply } from '../../src/core/model';
import { toReActResult, type ReActResult } from '../../src/core/react-result';
import { fold } from '../../src/core/run';
import type { RunEvent } from '../../src/core/run-event';
import { PROTOCOLS } from '../../src/protocols';
import { wireName } from '../../src/protocols/native/wire-names';
import { calls, says, spelled, startModelServer, type ModelServer, type ReplyTurn } from '../../src/testing';
import { readLog, UNRELEASED } from '../golden/files';
import { readSse, type SseEvent } from './event-stream';
import { expectFacts, requestOf, SCENARIOS } from './scenario-table';
import { startApp, type RunningApp } from './start-app';

const REACT_CLOCK = '2026-06-30T19:05:23+08:00';
const PLAYED = ['text', 'json', 'native'];
/** Events of the model's answer that are written at once. */
const OPENING = 4;

it('are played in every protocol that there is', () => {
  expect([...PROTOCOLS.keys()].sort()).toEqual([...PLAYED].sort());
});

describe.each([undefined, ...PLAYED])('the scenarios, offline, with REACT_PROTOCOL %s', (forced) => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp({
      REACT_CLOCK,
      REACT_APPROVALS: 'off',
      ...(forced !== undefined && { REACT_PROTOCOL: forced }),
    });
  });
  afterAll(() => app.close());

  it.each(SCENARIOS.map((scenario) => [scenario.log, scenario] as const))('%s', async (_, scenario) => {
    const result = await app.ask(requestOf(scenario));
    expect(result.model).toBe('offline-demo');
    expectFacts(result, scenario, forced ?? scenario.own);
  });

  it('and the other question about a difference of temperatures', async () => {
    const result = await app.ask({ agent: 'weather', question: '上海今天气温 20 度明天 15 度温差多少' });
    expect(result).toMatchObject({ status: 'answered', finalAnswer: expect.stringContaining('5 度') });
  });

  it('plans that are not waiting are left as they are', async () => {
    for (const code of ['BH003', 'BH004']) {
      const result = await app.ask({ agent: 'replenishment', question: `审批补货计划单 ${code}` });
      expect(result.steps.map(({ action }) => action)).toEqual(['查询补货计划单详情']);
      expect(result.finalAnswer).toContain('不允许');
    }
  });
});

/** A reply as a provider would send it: tools have the names that providers take. */
const turnOf = ({ text, reasoning, calls: made, usage }: ModelReply): ReplyTurn => ({
  text,
  ...(reasoning !== undefined && { reasoning }),
  ...(made.length > 0 && { calls: made.map(({ name, input }) => ({ name: wireName(name), input })) }),
  usage,
});

const repliesIn = (events: readonly RunEvent[]): ReplyTurn[] =>
  events.flatMap((event) => (event.type === 'model.replied' ? [turnOf(event.reply)] : []));

/** All of a result that the model and the tools made. */
const madeOf = ({ steps, question, finalAnswer, finalThought, status, protocol, totalSteps }: ReActResult): object => ({
  ...{ question, finalAnswer, finalThought, status, protocol, totalSteps },
  steps: steps.map(({ index, step, callId, thought, action, actionInput, observation, ok }) => ({
    ...{ index, step, callId, thought, action, actionInput, observation, ok },
  })),
});

const ways = PLAYED.flatMap((protocol) => [
  [protocol, 'on'],
  [protocol, 'off'],
]);

describe.each(ways)('the recorded replies over the wire, in %s with OPENAI_STREAM=%s', (protocol, OPENAI_STREAM) => {
  let app: RunningApp;
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer();
    const OPENAI_BASE_URL = server.baseUrl;
    const model = { OPENAI_MODEL: 'recorded', OPENAI_BASE_URL, OPENAI_STREAM, REACT_PROTOCOL: protocol };
    app = await startApp({ REACT_CLOCK, REACT_APPROVALS: 'off', ...model });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  it.each(SCENARIOS.map((scenario) => [scenario.log, scenario] as const))('%s', async (log, scenario) => {
    const golden = readLog(UNRELEASED, `${log}.${protocol}`);
    const turns = repliesIn(golden);
    const before = server.calls.length;
    server.enqueue(...turns);
    const result = await app.ask(requestOf(scenario));
    expect(madeOf(result)).toEqual(madeOf(toReActResult(fold(golden))));
    expectFacts(result, scenario, protocol);
    expect(server.calls).toHaveLength(before + turns.length);
    expect(new Set(server.calls.map(({ body }) => (body as { stream?: boolean }).stream ?? false))).toEqual(
      new Set([OPENAI_STREAM === 'on']),
    );
    const [started] = (await app.get(`/api/react/runs/${result.runId}/events`)).body.items as { history: object[] }[];
    expect(started?.history).toEqual(golden[0]?.type === 'run.started' ? golden[0].history : undefined);
  });
});

it('orders and logistics, streamed: the answer is on the wire before the model has finished it', async () => {
  const order: string[] = [];
  let seen = (): void => undefined;
  const previewed = new Promise<void>((resolve) => (seen = resolve));
  const pauseUntil = async (next: string): Promise<void> => {
    if (order.length >= OPENING) await previewed; // the rest is held back until the client has read some of the answer
    order.push(next.includes('[DONE]') ? 'the model is done' : 'the model writes');
  };
  const server = await startModelServer([
    calls(
      { name: 'queryOrder', input: { orderId: 'ORD001' } },
      { name: 'queryLogistics', input: { orderId: 'ORD001' } },
    ),
    spelled(says('订单已发货，顺丰 SF123456 已到北京，预计明天送达。'), { pieceChars: 4, pauseUntil }),
  ]);
  const app = await startApp({ REACT_CLOCK, OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'recorded' });
  const response = await fetch(`${app.url}/api/react/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ agent: 'shop', question: '帮我查下订单ORD001的状态和物流信息' }),
  });
  const events: SseEvent[] = [];
  for await (const event of readSse(response.body!)) {
    events.push(event);
    if (event.event !== 'text.delta' || event.data.channel !== 'answer') continue;
    if (!order.includes('the client reads')) order.push('the client reads');
    seen();
  }
  await app.close();
  await server.close();

  const read = order.indexOf('the client reads');
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(OPENING);
  expect(order.slice(read + 1)).toContain('the model writes');
  expect(order.indexOf('the model is done')).toBeGreaterThan(read);
  const finished = events.findIndex(({ event }) => event === 'tool.finished');
  expect(events.slice(0, finished).filter(({ event }) => event === 'tool.started')).toHaveLength(2);
  const result = events.at(-1)?.data as unknown as ReActResult;
  expect(result.finalAnswer).toBe('订单已发货，顺丰 SF123456 已到北京，预计明天送达。');
  const previews = events.filter(({ event, data }) => event === 'text.delta' && data.channel === 'answer');
  expect(previews.map(({ data }) => data.text).join('')).toBe(result.finalAnswer);
});
