import type { JsonStep } from '../json-step';
import type { ToolNames } from '../tool-names';
import { actionOfStep } from './read-action';
import type { Reading } from './reading';

/** What a step written as JSON asks for. */
export function readingOfStep(step: JsonStep, tools: ToolNames, discarded: boolean): Reading {
  const read = actionOfStep(step, tools);
  const { thought } = step;
  switch (read.kind) {
    case 'call':
      return { kind: 'act', thought, name: read.name, input: read.input ?? '', discarded };
    case 'finish':
      return read.answer
        ? { kind: 'answer', thought, answer: read.answer, discarded }
        : { kind: 'malformed', thought, reason: 'empty' };
    case 'none':
      return { kind: 'malformed', thought, reason: 'none-action' };
    default:
      return { kind: 'malformed', thought, reason: 'missing-action' };
  }
}
