import { ROUTES } from '../../src/http/routes';
import { apiKeys, bearer } from './keys';
import { startApp, type RunningApp } from './start-app';

const STRANGER = '0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55';
const CONVERSATION = 'talk-of-acme';

/** A body that a route would accept. */
const BODIES: Readonly<Record<string, object>> = {
  '/api/react/runs/:runId/approvals/:callId': { approved: true },
};

/** Every served way to something with an id, and what is asked for as a stream too. */
const WAYS = ROUTES.filter(({ path }) => path.includes(':')).flatMap(({ path, served }) =>
  served.flatMap((method) => [
    { method, path, accept: 'application/json' },
    ...(path.endsWith('/events') ? [{ method, path, accept: 'text/event-stream' }] : []),
  ]),
);

describe('of another tenant', () => {
  let app: RunningApp;
  let runId: string;
  beforeAll(async () => {
    app = await startApp(apiKeys('owner:acme:admin', 'stranger:umbrella:admin'));
    const asked = { question: '计算 6*7', conversationId: CONVERSATION };
    runId = ((await app.post('/api/react/ask', asked, bearer('owner'))).body as unknown as { runId: string }).runId;
  });
  afterAll(() => app.close());

  const there = (): Record<string, string> => ({ runId, conversationId: CONVERSATION, callId: 's1_call_0' });
  const nowhere: Record<string, string> = { runId: STRANGER, conversationId: 'talk-of-nobody', callId: 's1_call_0' };

  /** What is answered, without the ids that were asked for. */
  async function answered(way: (typeof WAYS)[number], ids: Record<string, string>, headers: Record<string, string>) {
    const path = way.path.replace(/:(\w+)/g, (_, name: string) => ids[name]!);
    const body = way.method === 'GET' || way.method === 'DELETE' ? undefined : BODIES[way.path];
    const { status, text } = await app.send(way.method, path, { accept: way.accept, ...headers }, body);
    return { status, text: Object.values(ids).reduce((rest, id) => rest.replaceAll(id, '<id>'), text) };
  }

  it.each(WAYS)('$method $path ($accept) answers like nothing, and without a key like any', async (way) => {
    const foreign = await answered(way, there(), bearer('stranger'));
    expect(foreign.status).toBe(404);
    expect(foreign).toEqual(await answered(way, nowhere, bearer('stranger')));
    expect(foreign).toEqual(await answered(way, nowhere, bearer('owner')));
    const unknown = await answered(way, there(), {});
    expect(unknown.status).toBe(401);
    expect(unknown).toEqual(await answered(way, nowhere, {}));
  });

  it('every route with an id is walked', () => {
    expect(WAYS.length).toBeGreaterThan(5);
    for (const { path } of ROUTES)
      for (const [name] of path.matchAll(/(?<=:)\w+/g)) expect(Object.keys(nowhere)).toContain(name);
  });

  it('nothing was touched by that, and the owner still sees it', async () => {
    expect((await app.get(`/api/react/runs/${runId}`, bearer('owner'))).body).toMatchObject({ status: 'answered' });
    const { items } = (await app.get(`/api/react/conversations/${CONVERSATION}`, bearer('owner'))).body;
    expect(items).toMatchObject([{ runId }]);
  });

  it('a list has nothing, whatever is filtered for', async () => {
    for (const query of ['', `?conversationId=${CONVERSATION}`, '?status=answered', '?agent=sales'])
      expect((await app.get(`/api/react/runs${query}`, bearer('stranger'))).body.items).toEqual([]);
    expect((await app.get('/api/react/runs', bearer('owner'))).body.items).toHaveLength(1);
  });

  it('a page of theirs is no way into a list of ours', async () => {
    await app.post('/api/react/ask', { question: '计算 1+1' }, bearer('owner'));
    const page = await app.get('/api/react/runs?limit=1', bearer('owner'));
    const { nextCursor } = page.body as unknown as { nextCursor: string };
    const next = await app.get(`/api/react/runs?cursor=${encodeURIComponent(nextCursor)}`, bearer('stranger'));
    expect(next.body.items).toEqual([]);
  });

  it('a conversation of the same name is another one', async () => {
    const asked = { question: '计算 2*2', conversationId: CONVERSATION };
    const mine = (await app.post('/api/react/ask', asked, bearer('stranger'))).body as unknown as { runId: string };
    const { items } = (await app.get(`/api/react/runs/${mine.runId}/events`, bearer('stranger'))).body;
    expect(items[0]).toMatchObject({ tenant: 'umbrella', askedBy: 'stranger', history: [] });
    expect((await app.send('DELETE', `/api/react/conversations/${CONVERSATION}`, bearer('stranger'))).status).toBe(204);
    const theirs = (await app.get(`/api/react/conversations/${CONVERSATION}`, bearer('owner'))).body;
    expect(theirs.items).toHaveLength(1);
  });

  it('a tenant is no field of a question', async () => {
    const answer = await app.post('/api/react/ask', { question: 'x', tenant: 'acme' }, bearer('stranger'));
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ pointer: '#/tenant' }] }]);
  });
});
