import type { Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { ChatOutput, Write } from './chat-output';
import { lastLine } from './last-line';
import { printable } from './printable';

/** For a pipe: answers to the one stream, so that it holds nothing else; what commands say and what went wrong to the other. */
export class PlainOutput implements ChatOutput {
  constructor(
    private readonly out: Write,
    private readonly err: Write,
  ) {}

  show(event: RunEvent, run: Run): void {
    if (event.type !== 'run.finished') return;
    const { outcome } = event;
    const answer = outcome.status === 'answered' || outcome.status === 'stopped' ? outcome.answer : undefined;
    if (answer !== undefined) this.out(`${printable(answer.trim())}\n`);
    if (outcome.status !== 'answered') this.fault(lastLine(run));
  }

  say(text: string): void {
    this.fault(text);
  }

  ask(text: string): void {
    this.fault(text);
  }

  fault(text: string): void {
    this.err(`${printable(text)}\n`);
  }
}
