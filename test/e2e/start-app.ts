import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../src/app';
import { readEnvironment } from '../../src/config/environment';
import type { ReActResult } from '../../src/core/react-result';

export interface RunningApp {
  readonly app: NestExpressApplication;
  readonly url: string;
  readonly dataDir: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer>;
  ask(body: object): Promise<ReActResult>;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // what a route answers is for each test to look at
  readonly body: Record<string, never> & { items: never[] };
}

/** The whole service on a free port, over its own temporary data folder unless one is given. */
export async function startApp(variables: Record<string, string> = {}): Promise<RunningApp> {
  const dataDir = variables.REACT_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'react-agent-'));
  const app = await createApp(readEnvironment({ LOG_LEVEL: 'silent', REACT_DATA_DIR: dataDir, ...variables }));
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
    });
  return {
    app,
    url,
    dataDir,
    post,
    get: (path, headers = {}) => call(path, { headers }),
    delete: (path) => call(path, { method: 'DELETE' }),
    send: (method, path, headers, body) =>
      body === undefined
        ? call(path, { method, headers })
        : call(path, {
            method,
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify(body),
          }),
    ask: async (body) => (await post('/api/react/ask', body)).body as unknown as ReActResult,
    close: async () => {
      await app.close();
      if (variables.REACT_DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
