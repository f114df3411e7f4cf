import type { ModelReply } from '../../src/core/model';
import { NO_USAGE } from '../../src/core/model';
import type { Decision } from '../../src/core/protocol';
import type { Action, Step } from '../../src/core/run';
import type { Observation, ToolCall } from '../../src/core/tool';

/** A call of a step, and what came of it. */
export type Settled = Omit<ToolCall, 'id'> & Partial<Pick<Action, 'state' | 'observation'>> & { validated?: object };

const step = (index: number, decision: Decision, given: Partial<Step> = {}): Step => ({
  index,
  protocol: 'text',
  startedAt: 1,
  repliedAt: 2,
  text: '',
  usage: NO_USAGE,
  decision,
  actions: [],
  ...given,
});

export const observed = (content: string, ok = true): Observation => ({ ok, content });

/** A step with calls as the loop numbers them. */
export function actStep(index: number, thought: string, settled: readonly Settled[], given: Partial<Step> = {}): Step {
  const actions = settled.map(({ name, input, validated, ...rest }, order): Action => ({
    call: { id: `s${index}_call_${order}`, name, input },
    state: 'done',
    ...(validated && { input: validated }),
    ...rest,
  }));
  return step(index, { kind: 'act', thought, calls: actions.map(({ call }) => call) }, { actions, ...given });
}

export const answerStep = (index: number, answer: string, thought = ''): Step =>
  step(index, { kind: 'answer', thought, answer });

export const malformedStep = (index: number, text: string): Step =>
  step(index, { kind: 'malformed', thought: '', reason: 'bad-json', problem: 'broken' }, { text });

/** A reply of a model as an adapter gives it. */
export const replyOf = ({ text, calls }: Pick<ModelReply, 'text' | 'calls'>): ModelReply => ({
  text,
  calls,
  usage: NO_USAGE,
  finishReason: calls.length > 0 ? 'tool_calls' : 'stop',
});
