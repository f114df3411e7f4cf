import type { ModelReply } from '../../core/model';
import type { Decision } from '../../core/protocol';
import type { ToolCall } from '../../core/tool';
import { FINAL_ANSWER } from './step-schema';

/** How a model that keeps to the rules would write a decision: one object a call. */
export function renderJson(decision: Decision): Pick<ModelReply, 'text' | 'calls'> {
  const { thought } = decision;
  switch (decision.kind) {
    case 'answer':
      return { text: JSON.stringify({ thought, action: FINAL_ANSWER, action_input: decision.answer }), calls: [] };
    case 'act': {
      const steps = decision.calls.map((call, index) => renderStep(index === 0 ? thought : '', call));
      return { text: steps.join('\n'), calls: [] };
    }
    case 'malformed':
      return { text: JSON.stringify({ thought }), calls: [] };
    default:
      return decision satisfies never;
  }
}

export const renderStep = (thought: string, { name, input }: Pick<ToolCall, 'name' | 'input'>): string =>
  JSON.stringify({ thought, action: name, action_input: input ?? '' });
