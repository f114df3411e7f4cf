import { followRun } from '../../src/agent/follow-run';
import { RunFeed } from '../../src/agent/run-feed';
import { withoutColours } from '../../src/cli/palette';
import { TerminalOutput } from '../../src/cli/terminal-output';
import type { Message } from '../../src/core/model';
import { toReActResult } from '../../src/core/react-result';
import { apply, fold, type Run } from '../../src/core/run';
import type { RunEvent } from '../../src/core/run-event';
import { SseWriter, type SseResponse } from '../../src/http/sse/sse-writer';
import { streamRun } from '../../src/http/sse/stream-run';
import { MemoryStore } from '../../src/stores/memory.store';
import { RunLog } from '../../src/telemetry/run-log';
import { promptsOf } from './invariants';

/** Everything that shows a run, by the ending of the file that its text is committed in. */
export const VIEWS: Readonly<Record<string, (events: readonly RunEvent[]) => Promise<string>>> = {
  'result.json': async (events) => `${JSON.stringify(toReActResult(fold(events)), null, 2)}\n`,
  'sse.txt': sseText,
  'log.txt': async (events) => logLines(events),
  'cli.txt': async (events) => terminalText(events),
  'prompt.txt': async (events) => promptText(events),
};

/** What a client reads that follows the stored run, or one that asked and is told that it waits. */
async function sseText(events: readonly RunEvent[]): Promise<string> {
  const run = fold(events);
  const store = new MemoryStore();
  await store.append(events, run);
  const over = new AbortController();
  const parts: string[] = [];
  const following = followRun(
    { store, feed: new RunFeed(), isHere: () => true },
    { tenant: run.tenant, runId: run.id },
    over.signal,
  );
  await streamRun(
    () => new SseWriter(clientThatReads(parts)),
    until(following, run.seq, over),
    async () => toReActResult(run),
  );
  return parts.join('');
}

/** A run that waits has no last event: its end is for the one who asked to tell. */
async function* until(events: AsyncIterable<RunEvent>, seq: number, over: AbortController): AsyncGenerator<RunEvent> {
  for await (const event of events) {
    if (event.seq === seq) over.abort();
    yield event;
  }
}

/** A connection whose client takes everything at once. */
function clientThatReads(parts: string[]): SseResponse {
  const client = {
    writableLength: 0,
    writableEnded: false,
    destroyed: false,
    writeHead: () => client,
    flushHeaders: () => undefined,
    write: (text: string) => parts.push(text) > 0,
    end: () => client,
    destroy: () => client,
    on: () => client,
    off: () => client,
  };
  return client as unknown as SseResponse;
}

/** The lines of the run log that level info shows. */
function logLines(events: readonly RunEvent[]): string {
  const lines: string[] = [];
  const line =
    (level: string) =>
    (fields: object, message: string): void =>
      void lines.push(`${level} ${message} ${JSON.stringify(fields)}\n`);
  const log = new RunLog({ log: line('info'), warn: line('warn'), debug: () => undefined });
  told(events, (event, run) => log.onFact(event, run));
  return lines.join('');
}

/** What a terminal without colours shows of a run that comes without previews. */
function terminalText(events: readonly RunEvent[]): string {
  const parts: string[] = [];
  const output = new TerminalOutput((text) => void parts.push(text), withoutColours);
  told(events, (event, run) => output.show(event, run));
  return parts.join('');
}

/** What the model reads in the last step of each protocol: prompts only grow, so it holds those before it. */
const promptText = (events: readonly RunEvent[]): string =>
  promptsOf(events)
    .map((prompts) => (prompts.at(-1) ?? []).map(messageText).join(''))
    .join('======\n');

const messageText = ({ role, callId, calls, content }: Message): string => {
  const head = [role, ...(callId === undefined ? [] : [callId]), ...(calls ? [JSON.stringify(calls)] : [])];
  return `--- ${head.join(' ')}\n${content}\n`;
};

function told(events: readonly RunEvent[], tell: (event: RunEvent, run: Run) => void): void {
  let run: Run | undefined;
  for (const event of events) {
    run = apply(run, event);
    tell(event, run);
  }
}
