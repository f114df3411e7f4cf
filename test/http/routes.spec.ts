import { explainUnmatched } from '../../src/http/routes';
import { startApp } from '../e2e/start-app';

describe('explainUnmatched', () => {
  it.each([
    ['GET', '/metrics'],
    ['POST', '/v1/chat/completions'],
    ['GET', '/V1/models'],
    ['POST', '/mcp'],
  ])('%s %s is part of the API, and comes later', (method, path) => {
    expect(explainUnmatched(method, path)).toBe('not yet');
  });

  it.each([
    ['GET', '/api/react/ask', ['POST']],
    ['DELETE', '/api/react/runs', ['GET', 'HEAD', 'POST']],
    ['POST', '/api/react/conversations/talk-42/', ['GET', 'HEAD', 'DELETE']],
    ['PUT', '/api/react/runs/x', ['GET', 'HEAD']],
    ['GET', '/api/react/runs/x/approvals/s1_call_0', ['POST']],
    ['POST', '/health/live/', ['GET', 'HEAD']],
    ['POST', '/', ['GET', 'HEAD']],
  ])('%s %s has the wrong method', (method, path, allow) => {
    expect(explainUnmatched(method, path)).toEqual({ allow });
  });

  it.each(['/nowhere', '/api/react', '/api/react/runs/x/y', '/v1', '/api/react/runs//events', ''])(
    '%s is no part of the API',
    (path) => {
      expect(explainUnmatched('GET', path)).toBeUndefined();
    },
  );

  it('knows every route that the OpenAPI document has, with its methods', async () => {
    const app = await startApp();
    const { paths } = (await app.get('/docs-json')).body as unknown as { paths: Record<string, object> };
    await app.close();
    expect(Object.keys(paths).length).toBeGreaterThan(5);
    for (const [path, methods] of Object.entries(paths)) {
      const allow = Object.keys(methods).flatMap((method) =>
        method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
      );
      const found = explainUnmatched('TRACE', path) as { allow: string[] };
      expect({ path, allow: found.allow.toSorted() }).toEqual({ path, allow: allow.toSorted() });
    }
  });
});
