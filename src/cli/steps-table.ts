import type { Run, Step } from '../core/run';
import { oneLine } from './printable';
import { tookMs } from './render-event';

const MAX_WHAT = 100;

/** What a person sees in a row; all text of any width stands in the last column, so that no width has to be known. */
type Row = readonly [step: string, modelMs: string, toolMs: string, ended: string, what: string];

const HEAD: Row = ['step', 'model ms', 'tool ms', 'ended', 'what'];

/** The steps of a run, one line for each action, for an answer and for a reply that could not be read. */
export function stepsTable(run: Run): string {
  const rows = [HEAD, ...run.steps.flatMap(rowsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: Row): string =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  ');
  return rows.map(line).join('\n');
}

function rowsOf(step: Step): Row[] {
  const modelMs = String(step.repliedAt - step.startedAt);
  const { decision, actions, index } = step;
  if (decision.kind === 'answer') return [[`${index}`, modelMs, '', 'ok', cut(`answer: ${decision.answer}`)]];
  if (decision.kind === 'malformed') return [[`${index}`, modelMs, '', 'unread', cut(decision.problem)]];
  return actions.map(({ call, input, observation, ...action }, position): Row => {
    const fault = observation?.effectUnknown ? 'unknown' : 'error';
    const ended = observation === undefined ? 'not run' : observation.ok ? 'ok' : fault;
    const given = input ?? call.input;
    const text = typeof given === 'string' ? given : (JSON.stringify(given) ?? '');
    const toolMs = tookMs({ call, ...action });
    return [
      `${index}`,
      position === 0 ? modelMs : '',
      toolMs === undefined ? '' : `${toolMs}`,
      ended,
      cut(`${call.name} ${text}`),
    ];
  });
}

const cut = (text: string): string => oneLine(text, MAX_WHAT);
