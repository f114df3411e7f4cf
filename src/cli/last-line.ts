import type { Run } from '../core/run';
import type { Outcome } from '../core/run-event';
import { oneLine } from './printable';

const MAX_REASON = 500;

/** What became of a run and what it took; with the run's id where somebody may want to look at it. */
export function lastLine(run: Run): string {
  const { inputTokens, outputTokens, estimated } = run.usage;
  const count = run.steps.length;
  const parts = [
    run.outcome ? whatBecame(run.outcome) : 'has not ended',
    `${count} ${count === 1 ? 'step' : 'steps'}`,
    `${estimated ? '~' : ''}${inputTokens + outputTokens} tokens`,
    `${run.lastAt - run.startedAt} ms`,
  ];
  if (run.outcome?.status !== 'answered') parts.push(`run ${run.id}`);
  return parts.join(' · ');
}

function whatBecame(outcome: Outcome): string {
  switch (outcome.status) {
    case 'stopped':
      return `stopped: ${outcome.reason}`;
    case 'failed':
      return oneLine(`failed: ${outcome.code}: ${outcome.message}`, MAX_REASON);
    default:
      return outcome.status;
  }
}
