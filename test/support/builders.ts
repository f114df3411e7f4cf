import { DEFAULT_LIMITS } from '../../src/core/agent-definition';
import type { ModelReply, Usage } from '../../src/core/model';
import type { Decision } from '../../src/core/protocol';
import type { Fact, Outcome, RunEvent } from '../../src/core/run-event';
import type { Effect, Observation, ToolCall } from '../../src/core/tool';

type FactOf<Type extends Fact['type']> = Extract<Fact, { type: Type }>;

/** 2026-06-30T11:05:23Z, when runs of these builders start. */
export const STARTED_AT = Date.UTC(2026, 5, 30, 11, 5, 23);

/** Numbers facts as the events of one run: `seq` from 1, a second apart. */
export const eventsOf = (runId: string, facts: readonly Fact[], startedAt = STARTED_AT): RunEvent[] =>
  facts.map((fact, index) => ({ runId, seq: index + 1, at: startedAt + index * 1000, ...fact }));

export const aRunStarted = (given: Partial<FactOf<'run.started'>> = {}): Fact => ({
  type: 'run.started',
  tenant: 'acme',
  agent: 'sales',
  model: 'scripted',
  protocol: 'text',
  language: 'en',
  question: 'What did we sell in June?',
  history: [],
  limits: DEFAULT_LIMITS,
  timeZone: 'Asia/Shanghai',
  ...given,
});

export const aStepStarted = (step = 1, given: Partial<FactOf<'step.started'>> = {}): Fact => ({
  type: 'step.started',
  step,
  protocol: 'text',
  ...given,
});

export const aUsage = (given: Partial<Usage> = {}): Usage => ({
  inputTokens: 100,
  outputTokens: 20,
  cachedInputTokens: 0,
  estimated: false,
  ...given,
});

export const aReply = (given: Partial<ModelReply> = {}): ModelReply => ({
  text: 'Final Answer: 42',
  calls: [],
  usage: aUsage(),
  finishReason: 'stop',
  ...given,
});

export const aCall = (given: Partial<ToolCall> = {}): ToolCall => ({
  id: 's1_call_0',
  name: 'query_order',
  input: { orderId: '88231' },
  ...given,
});

export const anAct = (...calls: ToolCall[]): Decision => ({
  kind: 'act',
  thought: 'I look it up.',
  calls: calls.length > 0 ? calls : [aCall()],
});

export const anAnswer = (answer = '42', thought = 'I know it now.'): Decision => ({ kind: 'answer', thought, answer });

export const aModelReplied = (decision: Decision = anAnswer(), step = 1, reply = aReply()): Fact => ({
  type: 'model.replied',
  step,
  reply,
  decision,
});

export const anApprovalRequested = (callId = 's1_call_0', input: object = { orderId: '88231' }): Fact => ({
  type: 'approval.requested',
  callId,
  input,
});

export const aToolStarted = (
  callId = 's1_call_0',
  input: object = { orderId: '88231' },
  effect: Effect = 'read',
): Fact => ({ type: 'tool.started', callId, input, effect });

export const anObservation = (content = '{"status":"signed"}', ok = true): Observation => ({ ok, content });

export const aToolFinished = (callId = 's1_call_0', observation = anObservation()): Fact => ({
  type: 'tool.finished',
  callId,
  observation,
});

export const aRunFinished = (outcome: Outcome = { status: 'answered', answer: '42' }): Fact => ({
  type: 'run.finished',
  outcome,
});

/** One action and an answer: eight facts. */
export const anAnsweredRun = (given: Partial<FactOf<'run.started'>> = {}): Fact[] => [
  aRunStarted(given),
  aStepStarted(1),
  aModelReplied(anAct(), 1),
  aToolStarted(),
  aToolFinished(),
  aStepStarted(2),
  aModelReplied(anAnswer(), 2),
  aRunFinished(),
];

/** Waits for a person's decision on its first call. */
export const aWaitingRun = (given: Partial<FactOf<'run.started'>> = {}): Fact[] => [
  aRunStarted(given),
  aStepStarted(1),
  aModelReplied(anAct(), 1),
  anApprovalRequested(),
];
