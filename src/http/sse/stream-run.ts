import { SlowReaderError } from '../../agent/follow-run';
import type { ReActResult } from '../../core/react-result';
import type { RunEvent } from '../../core/run-event';
import { problemOfError } from '../problem';
import type { SseWriter } from './sse-writer';

/**
 * Writes a run's events as they come: facts with their number as the id, previews without one. Ends with the result. What
 * goes wrong after the headers is an event, never a cut socket; only a reader that does not read is cut.
 * @param open sends the headers; called with the first event, so that a run that cannot begin has a status of its own
 * @param result undefined when the events ended before the run: the process goes, and the reader may resume at another
 * @throws what went wrong before the first event
 */
export async function streamRun(
  open: () => SseWriter,
  events: AsyncIterable<RunEvent>,
  result: () => Promise<ReActResult | undefined>,
): Promise<void> {
  let writer: SseWriter | undefined;
  try {
    for await (const event of events) {
      writer ??= open();
      const sent = writer.send(messageOf(event));
      if (!(typeof sent === 'boolean' ? sent : await sent)) return; // most are sent at once
    }
    const data = await result();
    writer ??= open();
    if (data) await writer.send({ event: 'result', data });
    else writer.comment('the service is shutting down: resume with the id of the last event');
  } catch (error) {
    if (!writer) throw error;
    if (error instanceof SlowReaderError) return writer.cut();
    const { retryAfterSeconds: _, ...problem } = problemOfError(error);
    await writer.send({ event: 'error', data: problem });
  } finally {
    writer?.end();
  }
}

/** Types of events are a closed list, so that no text from outside can become the name of a message. */
const messageOf = (event: RunEvent) =>
  event.type === 'text.delta' ? { event: event.type, data: event } : { id: event.seq, event: event.type, data: event };
