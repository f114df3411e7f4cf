import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { HttpResponse } from './http-response';
import { problemOfStatus } from './problem';
import { sendProblem } from './problem.filter';
import { explainUnmatched } from './routes';

/** Answers what no route took: 405 for another method of a path that is served, else 404. */
@Catch(NotFoundException)
export class UnmatchedRouteFilter implements ExceptionFilter {
  catch(_error: NotFoundException, host: ArgumentsHost): void {
    const { method = '', url = '' } = host.switchToHttp().getRequest<IncomingMessage>();
    const response = host.switchToHttp().getResponse<HttpResponse>();
    const found = explainUnmatched(method, url.split('?', 1)[0]!);
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
}
