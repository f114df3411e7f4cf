import { SlowReaderError } from '../../agent/follow-run';
import type { ReActResult } from '../../core/react-result';
import type { RunEvent } from '../../core/run-event';
import { problemOfError } from '../problem';
import type { SseWriter } from './sse-writer';

/**
 * Writes a run's events as they come: facts with their number as the id, previews without one. Ends with the result. What
 * goes wrong after the headers is an event, never a cut socket; only a reader that does not read is cut.
 */
export async function streamRun(
  writer: SseWriter,
  events: AsyncIterable<RunEvent>,
  result: () => Promise<ReActResult>,
): Promise<void> {
  try {
    for await (const event of events) {
      const sent = writer.send(messageOf(event));
      if (!(typeof sent === 'boolean' ? sent : await sent)) return; // most are sent at once
    }
    await writer.send({ event: 'result', data: await result() });
  } catch (error) {
    if (error instanceof SlowReaderError) return writer.cut();
    const { retryAfterSeconds: _, ...problem } = problemOfError(error);
    await writer.send({ event: 'error', data: problem });
  } finally {
    writer.end();
  }
}

/** Types of events are a closed list, so that no text from outside can become the name of a message. */
const messageOf = (event: RunEvent) =>
  event.type === 'text.delta' ? { event: event.type, data: event } : { id: event.seq, event: event.type, data: event };
