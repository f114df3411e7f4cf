import { HttpStatus } from '@nestjs/common';
import type { ReActAgentService } from '../agent/react-agent.service';
import type { RepeatedRequestError } from '../agent/request-keys';
import { toReActResult } from '../core/react-result';
import { isWaiting, type Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import { markReplayed } from './idempotency-key';
import type { HttpResponse } from './http-response';
import { ProblemError, problemOfRun } from './problem';
import { SseWriter, type SseResponse } from './sse/sse-writer';
import { streamRun } from './sse/stream-run';
import { whenGone } from './when-gone';

/** Answers with a run that ended or waits. @throws ProblemError for one that failed */
export function answerRun(run: Run, response: HttpResponse): void {
  const problem = problemOfRun(run);
  if (problem) throw new ProblemError(problem);
  const result = toReActResult(run);
  response.statusCode = result.status === 'waiting' ? HttpStatus.ACCEPTED : HttpStatus.OK;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(result));
}

/** Answers a repeated request by the run of the first. @throws RepeatedRequestError while there is no answer yet; ProblemError */
export function answerAgain(repeated: RepeatedRequestError, response: HttpResponse): void {
  const { run } = repeated;
  if (!run.outcome && !isWaiting(run)) throw repeated;
  markReplayed(response);
  answerRun(run, response);
}

/**
 * Streams the run of the first request from its beginning, and on while it goes on: whoever lost a stream gets it back. A reader
 * of it that leaves does not cancel the run.
 */
export async function streamAgain(
  { run }: RepeatedRequestError,
  service: Pick<ReActAgentService, 'follow' | 'result'>,
  response: HttpResponse & SseResponse,
): Promise<void> {
  const left = new AbortController();
  whenGone(response, () => left.abort());
  markReplayed(response);
  const result = () => service.result(run.id, run.tenant);
  const events = service.follow(run.id, left.signal, { tenant: run.tenant });
  const hasStopped = async (event: RunEvent): Promise<boolean> =>
    event.type === 'approval.requested' && event.seq >= run.seq && (await result()).status === 'waiting';
  const last = async () => {
    const found = await result();
    return found.status === 'queued' || found.status === 'running' ? undefined : found;
  };
  await streamRun(() => new SseWriter(response), through(events, hasStopped), last);
}

/** Events up to the first that is the last one for now. */
async function* through(events: AsyncIterable<RunEvent>, isLast: (event: RunEvent) => Promise<boolean>) {
  for await (const event of events) {
    yield event;
    if (await isLast(event)) return;
  }
}
