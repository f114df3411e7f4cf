import { fold, ReActAgentService, type RunEvent, type RunStore } from '../../src/index';
import { until } from '../e2e/until';
import { openDemos, type OpenDemos } from './all-demos';
import { approvalRecordings } from './approval-recordings';
import { recording, type Recording } from './recording';

interface Situation {
  readonly agent: string;
  readonly question: string;
  readonly conversationId?: string;
  readonly maxSteps?: number;
}

const FAULT = '我上周买的扫地机不回充了，修不好我想退。订单号 88231。';

/** In the order in which they are asked: a refund and an approval change what comes after them. */
const SITUATIONS: Readonly<Record<string, Situation>> = {
  'sales-growth': {
    agent: 'sales',
    question: '我们公司 Q3 季度的总销售额是多少，和去年同期相比增长了多少百分比？',
  },
  'weather-difference': { agent: 'weather', question: '上海明天比今天低几度？' },
  'shop-two-tools': { agent: 'shop', question: '帮我查下订单ORD001的状态和物流信息' },
  'bitmall-order-and-logistics': { agent: 'bitmall', question: '帮我看看订单 88231 的快递到哪了。' },
  'bitmall-change-of-mind-refused': { agent: 'bitmall', question: '订单 88231 的扫地机不想要了，想退货' },
  'bitmall-step-limit': { agent: 'bitmall', question: FAULT, maxSteps: 2 },
  'bitmall-refund': { agent: 'bitmall', question: FAULT },
  'bitmall-refund-again': { agent: 'bitmall', question: FAULT },
  'replenishment-asks-for-number': {
    agent: 'replenishment',
    question: '帮我审批下补货计划单',
    conversationId: 'plans',
  },
  'replenishment-approves': { agent: 'replenishment', question: '单号是：BH001', conversationId: 'plans' },
  'replenishment-refused': { agent: 'replenishment', question: '再审批一次 BH001', conversationId: 'plans' },
};

/** The scenarios of the demo domains, asked of the service. */
export async function demoRecordings(protocol: string): Promise<Recording[]> {
  const demos = await openDemos(protocol);
  const service = demos.app.get(ReActAgentService);
  const logs = new Map<string, RunEvent[]>();
  for (const [name, { maxSteps, ...request }] of Object.entries(SITUATIONS)) {
    const { runId } = await service.ask({ ...request, ...(maxSteps !== undefined && { limits: { maxSteps } }) });
    logs.set(name, await service.events(runId));
  }
  await demos.close();
  const written = logs.get('replenishment-approves') ?? [];
  return [
    ...[...logs].map(([name, events]) => recording(`${name}.${protocol}`, events)),
    ...(await pausedRecordings(protocol, written)),
  ];
}

/** What a process leaves in its store that is killed while it writes. */
const cutDuringWrite = (events: readonly RunEvent[]): RunEvent[] =>
  events.slice(0, events.findIndex((event) => event.type === 'tool.started' && event.effect === 'write') + 1);

/** Runs that do not go from their start to their end in one go. */
async function pausedRecordings(protocol: string, written: readonly RunEvent[]): Promise<Recording[]> {
  const cut = cutDuringWrite(written);
  const left = fold(cut);
  const before = await openDemos(protocol, (store) => store.append(cut, left)); // takes up what has no end
  const after = await openDemos(protocol, async (store) => {
    await store.append(cut, left);
    await committed(store, written, cut.length);
  });
  const recordings = [
    recording(`replenishment-crash-during-write.${protocol}`, await ended(before, left.id)),
    recording(`replenishment-crash-after-write.${protocol}`, await ended(after, left.id)),
    ...(await approvalRecordings(protocol)),
  ];
  await before.close();
  await after.close();
  return recordings;
}

const ended = ({ app }: OpenDemos, runId: string): Promise<RunEvent[]> =>
  until(
    () => app.get(ReActAgentService).events(runId),
    (all) => all.at(-1)?.type === 'run.finished',
  );

/** Records the effect as the killed process had committed it, before it could say so in an event. */
async function committed({ effects }: RunStore, written: readonly RunEvent[], seq: number): Promise<void> {
  const finished = written[seq];
  if (finished?.type !== 'tool.finished') throw new Error(`It does not end with its write: ${finished?.type}`);
  const { runId, callId, observation } = finished;
  const call = {
    tenant: 'default',
    runId,
    callId,
    idempotencyKey: `${runId}:${callId}`,
    tool: '审批补货计划单',
    at: 0,
  };
  await effects?.commit(call, async () => observation, new AbortController().signal);
}
