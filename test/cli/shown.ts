import { withoutColours, type Paint } from '../../src/cli/palette';
import { TerminalOutput } from '../../src/cli/terminal-output';
import { apply, type Run } from '../../src/core/run';
import type { Fact, RunEvent } from '../../src/core/run-event';
import { eventsOf } from '../support/builders';

type Delta = Extract<Fact, { type: 'text.delta' }>;

export const aDelta = (channel: Delta['channel'], text: string, step = 1): Delta => ({
  type: 'text.delta',
  step,
  channel,
  text,
});

/** What a terminal shows of facts and previews. */
export function shown(facts: readonly Fact[], paint: Paint = withoutColours): string {
  let text = '';
  const output = new TerminalOutput((piece) => (text += piece), paint);
  let run: Run | undefined;
  for (const event of eventsOf('run-1', facts) satisfies RunEvent[]) {
    run = apply(run, event);
    output.show(event, run);
  }
  return text;
}
