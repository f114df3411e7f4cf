import { startApp, type RunningApp } from './start-app';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly example?: unknown;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly properties?: Record<string, Schema>;
}
/** How a route behind keys can be answered, beside what is its own. */
const KEY = ['401', '403'];

interface Response {
  readonly headers?: Record<string, object>;
  readonly content?: Record<string, { examples?: Record<string, { value: Record<string, unknown> }> }>;
}
interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, Response>; security?: object[] }>>;
  readonly components: { schemas: Record<string, Schema>; securitySchemes: object };
}

describe('the OpenAPI page', () => {
  let app: RunningApp;
  let document: Document;
  beforeAll(async () => {
    app = await startApp();
    document = (await app.get('/docs-json')).body as unknown as Document;
  });
  afterAll(() => app.close());

  const responses = (): [where: string, status: string, response: Response][] =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        Object.entries(operation.responses).map(([status, response]): [string, string, Response] => [
          `${method} ${path}`,
          status,
          response,
        ]),
      ),
    );

  it('has an example for every field, its own or that of the object in it', () => {
    const isShown = (field: Schema): boolean =>
      field.example !== undefined ||
      field.$ref !== undefined ||
      field.allOf?.[0]?.$ref !== undefined ||
      field.items?.$ref !== undefined;
    const without = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).flatMap(([field, schema]) => (isShown(schema) ? [] : [`${name}.${field}`])),
    );
    expect(without).toEqual([]);
  });

  it('has examples for every problem, each with its status', () => {
    const problems = responses().filter(([where, status]) => where.includes('/api/react') && status >= '400');
    expect(problems.length).toBeGreaterThan(20);
    for (const [where, status, { content, headers }] of problems) {
      const examples = Object.values(content?.['application/problem+json']?.examples ?? {});
      expect([where, status, examples.length > 0]).toEqual([where, status, true]);
      for (const { value } of examples) {
        expect(value).toMatchObject({ type: 'about:blank', status: Number(status), code: expect.any(String) });
        expect(value).toMatchObject({ title: expect.any(String), detail: expect.any(String) });
      }
      expect(headers?.['Retry-After'] !== undefined).toBe(['429', '503'].includes(status));
    }
  });

  it.each([
    [
      'post /api/react/ask',
      ['200', '202', '400', ...KEY, '406', '409', '413', '415', '422', '429', '500', '502', '503', '504'],
    ],
    ['post /api/react/runs', ['202', '400', ...KEY, '406', '409', '413', '415', '422', '429', '500', '503']],
    ['post /api/react/runs/{runId}/cancel', ['200', '400', ...KEY, '404', '409', '413', '415', '429', '503']],
    ['get /api/react/conversations/{conversationId}', ['200', ...KEY, '404', '429', '503']],
    [
      'delete /api/react/conversations/{conversationId}',
      ['204', '400', ...KEY, '404', '409', '413', '415', '429', '503'],
    ],
  ])('%s says how it can be answered', (route, statuses) => {
    const said = responses().flatMap(([where, status]) => (where === route ? [status] : []));
    expect(said.sort()).toEqual(statuses);
  });

  it('says which scope each route needs, and that health needs none', () => {
    expect(document.components.securitySchemes).toMatchObject({ key: { type: 'http', scheme: 'bearer' } });
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { security }] of Object.entries(methods)) {
        const scope = method === 'delete' ? 'write' : path.includes('/approvals/') ? 'approve' : 'ask';
        expect([path, method, security]).toEqual([
          path,
          method,
          path.startsWith('/api/') ? [{ key: [scope] }] : undefined,
        ]);
      }
    }
  });

  it('shows the problem of a busy conversation as it is answered', () => {
    const { content } = document.paths['/api/react/ask']!['post']!.responses['409']!;
    expect(content!['application/problem+json']!.examples!['conversation_busy']!.value).toEqual({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'Another run of this conversation has not ended; wait for it, or cancel it',
      code: 'conversation_busy',
      runId: '0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55',
      retryable: true,
    });
  });
});
