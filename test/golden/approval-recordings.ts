import type { INestApplicationContext } from '@nestjs/common';
import { agentParts } from '../../src/agent/agent-parts';
import { runAgent, type AgentParts } from '../../src/core/run-agent';
import { bitmallTables } from '../../src/demos/bitmall/bitmall.tables';
import {
  AgentRegistry,
  apply,
  fold,
  MODEL,
  OutputParser,
  PromptBuilder,
  RUN_STORE,
  type Fact,
  type Model,
  type RunEvent,
  type RunStore,
} from '../../src/index';
import type { OpenDemos } from './all-demos';
import { recording, type Recording } from './recording';

type Verdict = Omit<Extract<Fact, { type: 'approval.resolved' }>, 'type' | 'callId'>;

/** What a person decides. */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  rejected: { approved: false, by: 'operator', comment: '请先联系顾客' },
  approved: { approved: true, by: 'operator' },
  edited: { approved: true, by: 'operator', input: { orderId: '88231', reason: '充电故障' }, comment: '写简短一点' },
  'edited-wrongly': { approved: true, by: 'operator', input: { orderId: '88231' } },
};

/** A refund that waits for a person, and what becomes of it. The loop is pulled by hand: its tools still ask. */
export async function approvalRecordings(
  { app, database }: OpenDemos,
  protocol: string,
  question: string,
): Promise<Recording[]> {
  const start = startOf(protocol, question, app);
  const parts = partsWithApprovals(app, start);
  const store = app.get<RunStore>(RUN_STORE);
  const waiting = await moved([start], parts, store);
  const recordings = [recording(`bitmall-refund-waiting.${protocol}`, waiting)];
  for (const [name, verdict] of Object.entries(VERDICTS)) {
    const decided = await moved(underId(`waits-${name}`, [...waiting, resolved(waiting, verdict)]), parts, store);
    recordings.push(recording(`bitmall-refund-${name}.${protocol}`, decided));
    await bitmallTables(database).deleteFrom('bitmall_refunds').where('order_id', '=', '88231').execute();
  }
  return recordings;
}

function startOf(protocol: string, question: string, app: INestApplicationContext): RunEvent {
  const { definition, limits } = app.get(AgentRegistry).get('bitmall');
  return {
    runId: 'waits',
    seq: 1,
    at: 0,
    type: 'run.started',
    tenant: 'default',
    agent: definition.name,
    model: app.get<Model>(MODEL).name,
    protocol,
    language: definition.language ?? 'en',
    question,
    history: [],
    limits,
    clock: '2026-06-30T19:05:23+08:00',
    timeZone: 'Asia/Shanghai',
  };
}

function partsWithApprovals(app: INestApplicationContext, start: RunEvent): AgentParts {
  const agent = app.get(AgentRegistry).get('bitmall');
  const sources = { model: app.get<Model>(MODEL), prompts: app.get(PromptBuilder), parser: app.get(OutputParser) };
  const parts = agentParts(fold([start]), agent, { ...sources, contextTokens: 24_000 });
  return { ...parts, tools: agent.tools, now: () => 0 };
}

function resolved(waiting: readonly RunEvent[], verdict: Verdict): RunEvent {
  const asked = waiting.at(-1);
  if (asked?.type !== 'approval.requested') throw new Error(`It waits for nothing: ${JSON.stringify(asked)}`);
  const { runId, seq, at, callId } = asked;
  return { runId, seq: seq + 1, at, type: 'approval.resolved', callId, ...verdict };
}

/** The same run once more, for another end. */
const underId = (runId: string, events: readonly RunEvent[]): RunEvent[] =>
  events.map((event) => ({ ...event, runId }));

/** All events when the run has ended or waits. They are stored as they are made: a refund is only made for a run that is stored. */
async function moved(events: readonly RunEvent[], parts: AgentParts, store: RunStore): Promise<RunEvent[]> {
  const all = [...events];
  let run = fold(all);
  await store.append(all, run);
  for await (const event of runAgent(run, parts, new AbortController().signal)) {
    if (event.type === 'text.delta') continue;
    run = apply(run, event);
    all.push(event);
    await store.append([event], run);
  }
  return all;
}
