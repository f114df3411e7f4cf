import type { ReActResult } from '../../core/react-result';
import type { RunEvent } from '../../core/run-event';
import { problemOfError } from '../problem';
import type { SseWriter } from './sse-writer';

/**
 * Writes a run's events as they come: facts with their number as the id, previews without one. Ends with the result. What
 * goes wrong after the headers is an event, never a cut socket.
 */
export async function streamRun(
  writer: SseWriter,
  events: AsyncIterable<RunEvent>,
  result: () => Promise<ReActResult>,
): Promise<void> {
  try {
    for await (const event of events) if (!writer.send(messageOf(event))) return;
    writer.send({ event: 'result', data: await result() });
  } catch (error) {
    const { retryAfterSeconds: _, ...problem } = problemOfError(error);
    writer.send({ event: 'error', data: problem });
  } finally {
    writer.end();
  }
}

/** Types of events are a closed list, so that no text from outside can become the name of a message. */
const messageOf = (event: RunEvent) =>
  event.type === 'text.delta' ? { event: event.type, data: event } : { id: event.seq, event: event.type, data: event };
