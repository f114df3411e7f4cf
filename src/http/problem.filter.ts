import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { HttpResponse } from './http-response';
import { ProblemError, problemOfError, type Problem } from './problem';

/** Answers every error as `application/problem+json`. Nothing from inside leaves: no stack, no path, no key. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #logger = new Logger('Http');

  catch(error: unknown, host: ArgumentsHost): void {
    const problem = problemOfError(error);
    // a run that failed has its own line in the log already
    if (problem.status >= 500 && !(error instanceof ProblemError))
      this.#logger.error({ code: problem.code, runId: problem.runId, err: error }, problem.title);
    sendProblem(host.switchToHttp().getResponse<HttpResponse>(), problem);
  }
}

export function sendProblem(response: HttpResponse, { retryAfterSeconds, ...body }: Problem): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds));
  response.statusCode = body.status;
  response.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  response.end(JSON.stringify(body));
}
