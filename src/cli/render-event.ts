import type { Action, Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { Tone } from './palette';
import { lastLine } from './last-line';
import { oneLine } from './printable';

/** Longest input of a tool and longest words of a fault that are shown, in code points. */
const MAX_INPUT = 300;
const MAX_FAULT = 300;

/**
 * Something to show, raw as it came: `printable` is due where it is written. What has the same `of` is one text: `more` goes on
 * where it stopped, `open` and `whole` give all of it again, and `whole` ends it.
 */
export interface Line {
  readonly of: string;
  readonly tone: Tone;
  readonly text: string;
  readonly mode: 'more' | 'open' | 'whole';
}

/** What a terminal shows of an event; `run` is the fold of the events up to it. */
export function linesOf(event: RunEvent, run: Run): Line[] {
  switch (event.type) {
    case 'run.started':
      return [];
    case 'step.started':
      return noteOfStep(event);
    case 'text.delta':
      return [{ of: `${event.channel} ${event.step}`, tone: event.channel, text: event.text, mode: 'more' }];
    case 'model.replied':
      return linesOfReply(event);
    case 'approval.requested':
      return [note(`${deed(run, event.callId)} waits for a person's approval · run ${run.id}`)];
    case 'approval.resolved':
      return [note(`${event.approved ? 'approved' : 'rejected'} by ${oneLine(event.by, MAX_FAULT)}`)];
    case 'tool.started':
      return [{ of: event.callId, tone: 'tool', text: `${deed(run, event.callId)} …`, mode: 'open' }];
    case 'tool.finished':
      return linesOfObservation(event, run);
    case 'context.compacted':
      return [note(`steps 1 to ${event.throughStep} became a summary, because the context got long${byOf(event)}`)];
    case 'run.finished':
      return linesOfEnd(event, run);
    default:
      return event satisfies never;
  }
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

const byOf = ({ model, fault }: EventOf<'context.compacted'>): string =>
  fault !== undefined
    ? `; no model wrote it (${fault})`
    : model !== undefined
      ? `; ${oneLine(model, MAX_FAULT)} wrote it`
      : '';

const note = (text: string): Line => ({ of: 'note', tone: 'note', text, mode: 'whole' });

function noteOfStep({ forced, hint, withheld = [] }: EventOf<'step.started'>): Line[] {
  const notes: Line[] = [];
  if (forced !== undefined) notes.push(note(`limit ${forced}: an answer is asked for from what is known`));
  if (hint !== undefined) notes.push(note(`no progress (${hint}): the model is told`));
  if (withheld.length > 0) notes.push(note(`withheld for this step: ${withheld.join(', ')}`));
  return notes;
}

function linesOfReply({ step, decision }: EventOf<'model.replied'>): Line[] {
  const lines: Line[] = [];
  const thought = decision.thought.trim();
  if (thought !== '') lines.push({ of: `thought ${step}`, tone: 'thought', text: thought, mode: 'whole' });
  if (decision.kind === 'malformed')
    lines.push(note(`the reply could not be read (${decision.reason}): the model is told`));
  return lines;
}

function linesOfObservation({ callId, observation }: EventOf<'tool.finished'>, run: Run): Line[] {
  const action = actionOf(run, callId);
  const ms = tookMs(action);
  const ended = observation.ok ? 'ok' : observation.effectUnknown ? 'effect unknown' : 'error';
  const end = `${ended}${ms === undefined ? '' : ` ${ms} ms`}`;
  const lines: Line[] = [{ of: callId, tone: 'tool', text: `${deed(run, callId)} … ${end}`, mode: 'whole' }];
  if (!observation.ok)
    lines.push({ of: 'fault', tone: 'fault', text: `  ${oneLine(observation.content, MAX_FAULT)}`, mode: 'whole' });
  return lines;
}

/** The answer of a stopped run is the forced one. A run that was streamed shows nothing of it twice. */
function linesOfEnd({ outcome }: EventOf<'run.finished'>, run: Run): Line[] {
  const answer = outcome.status === 'answered' || outcome.status === 'stopped' ? outcome.answer?.trim() : undefined;
  const of = `answer ${run.steps.at(-1)?.index ?? 0}`;
  const lines: Line[] = answer ? [{ of, tone: 'answer', text: answer, mode: 'whole' }] : [];
  const tone = outcome.status === 'answered' ? 'note' : 'fault';
  return [...lines, { of: 'end', tone, text: lastLine(run), mode: 'whole' }];
}

/** The tool and its input: as it received it, or as the model wrote it when it could not run. */
function deed(run: Run, callId: string): string {
  const action = actionOf(run, callId);
  if (!action) return `▸ ${callId}`;
  const input = action.input ?? action.call.input;
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '');
  return `▸ ${oneLine(action.call.name, MAX_INPUT)} ${oneLine(text, MAX_INPUT)}`;
}

/** Only the last step has actions that move. */
const actionOf = (run: Run, callId: string): Action | undefined =>
  run.steps.at(-1)?.actions.find(({ call }) => call.id === callId);

/** Undefined for a call that did not run. */
export const tookMs = (action: Action | undefined): number | undefined =>
  action?.startedAt === undefined || action.finishedAt === undefined ? undefined : action.finishedAt - action.startedAt;
