import type { ServerResponse } from 'node:http';

/** What the surface needs of a response; both of Nest's HTTP platforms give at least this much. */
export type HttpResponse = Pick<
  ServerResponse,
  'headersSent' | 'setHeader' | 'end' | 'on' | 'writableEnded' | 'statusCode'
>;
