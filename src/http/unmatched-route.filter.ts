import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Access } from '../access/access';
import type { HttpResponse } from './http-response';
import { problemOfError, problemOfStatus } from './problem';
import { sendProblem } from './problem.filter';
import { explainUnmatched, needsKey } from './routes';

/**
 * Answers what no route took: 405 for another method of a path that is served, else 404. Below the paths that want a key, one
 * without a key learns neither.
 */
@Catch(NotFoundException)
export class UnmatchedRouteFilter implements ExceptionFilter {
  constructor(private readonly access: Pick<Access, 'identified'>) {}

  async catch(_error: NotFoundException, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<IncomingMessage>();
    const response = host.switchToHttp().getResponse<HttpResponse>();
    const { method = '', url = '' } = request;
    const path = url.split('?', 1)[0]!;
    try {
      if (needsKey(path)) await this.access.identified(request, response);
    } catch (error) {
      return sendProblem(response, problemOfError(error));
    }
    explain(method, path, response);
  }
}

function explain(method: string, path: string, response: HttpResponse): void {
  const found = explainUnmatched(method, path);
  if (found === undefined) return sendProblem(response, problemOfStatus(404, 'There is no such route'));
  if (found === 'not yet') {
    return sendProblem(
      response,
      problemOfStatus(404, 'This route is part of the API, but this version does not serve it yet'),
    );
  }
  const allow = found.allow.join(', ');
  response.setHeader('Allow', allow);
  sendProblem(response, problemOfStatus(405, `Expected one of the methods ${allow}`));
}
