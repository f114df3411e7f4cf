import type { ModelReply } from '../../core/model';
import type { Decision } from '../../core/protocol';
import type { ToolCall } from '../../core/tool';
import { ToolNames } from '../tool-names';
import { readReply } from './read-reply';
import { scanLabels } from './scan-labels';

/**
 * How a model that keeps to the rules would write a decision. Text that would be read back as something else (labels at line
 * starts, quotes around it) is written as one JSON step, which `parse` also reads.
 */
export function renderText(decision: Decision): Pick<ModelReply, 'text' | 'calls'> {
  const thought = labelled('Thought', decision.thought);
  switch (decision.kind) {
    case 'answer':
      return { text: renderAnswer(decision.thought, decision.answer), calls: [] };
    case 'act':
      return {
        text: decision.calls.map((call, index) => renderCall(index === 0 ? decision.thought : '', call)).join('\n'),
        calls: [],
      };
    case 'malformed':
      return { text: thought.trimEnd(), calls: [] };
    default:
      return decision satisfies never;
  }
}

/** `written` is a reply that was read as just this; spelled the same, it needs no second reading. */
export function renderCall(
  thought: string,
  { name, input }: Pick<ToolCall, 'name' | 'input'>,
  written?: string,
): string {
  const value = typeof input === 'string' ? input : JSON.stringify(input ?? '');
  const text = `${labelled('Thought', thought)}Action: ${name}\nAction Input: ${value}`.trimEnd();
  if (text === written) return text;
  const { reading } = readReply(text, new ToolNames([{ name }]));
  const isSame =
    reading.kind === 'act' &&
    reading.name === name &&
    sameThought(reading.thought, thought) &&
    spelled(reading.input) === value.trim();
  return isSame ? text : JSON.stringify({ thought, action: name, action_input: input ?? '' });
}

function renderAnswer(thought: string, answer: string): string {
  const text = `${labelled('Thought', thought)}Final Answer: ${answer}`.trimEnd();
  const { reading } = readReply(text, new ToolNames([]));
  // which actions name a tool, only the reader knows
  const hasAction = scanLabels(answer).some(({ kind }) => kind === 'action');
  const isSame =
    !hasAction &&
    reading.kind === 'answer' &&
    reading.answer === answer.trim() &&
    sameThought(reading.thought, thought);
  return isSame ? text : JSON.stringify({ thought, action: 'Final Answer', action_input: answer });
}

const labelled = (label: string, text: string): string => (text.trim() === '' ? '' : `${label}: ${text.trim()}\n`);
const sameThought = (read: string, written: string): boolean => read === written.trim();
const spelled = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input));
