import { request } from 'node:http';
import { apiKeys, keyOf } from './keys';
import { startApp, type RunningApp } from './start-app';

/** What a request with this Host header is answered; fetch would not send another than the address's. */
const answerFor = (app: RunningApp, host: string, path = '/api/react/ask', authorization = ''): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const headers = { host, 'content-type': 'application/json', ...(authorization && { authorization }) };
    const method = path === '/api/react/ask' ? 'POST' : 'GET';
    const sent = request({ hostname, port, path, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    });
    sent.on('error', reject).end(method === 'POST' ? '{"question":"计算 6*7"}' : undefined);
  });

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

describe('without keys, on loopback', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'evil.example@localhost',
    '127.0.0.1.evil.example',
    '127.evil.example',
    '[::1].evil.example',
    '0.0.0.0:3000',
    '192.168.1.7',
    ' ',
  ])('a request to %s is refused and starts nothing', async (host) => {
    const { status, text } = await answerFor(app, host);
    expect([status, JSON.parse(text)]).toMatchObject([
      403,
      { status: 403, code: 'host_not_allowed', title: 'Forbidden' },
    ]);
    expect(text).toContain('set REACT_ALLOWED_HOSTS');
    expect((await app.get('/api/react/runs')).body.items).toEqual([]);
  });

  it.each(['/', '/docs', '/docs-json', '/health/ready', '/api/react/runs', '/nowhere'])(
    '%s is shown to no other name either',
    async (path) => {
      expect((await answerFor(app, 'evil.example', path)).status).toBe(403);
    },
  );

  it.each(['localhost', 'LOCALHOST:3000', 'localhost.', '127.0.0.1:3000', '127.8.8.8', '[::1]', '[::1]:3000'])(
    'a request to %s is served',
    async (host) => {
      expect((await answerFor(app, host, '/health/live')).status).toBe(200);
    },
  );
});

it('names that are allowed are served beside those of this machine, with keys too', async () => {
  const keys = apiKeys('reader:acme:ask');
  const app = await startApp({ ...keys, REACT_ALLOWED_HOSTS: 'agent.example.com, Other.Example.com' });
  const key = `Bearer ${keyOf('reader')}`;
  for (const host of ['agent.example.com:443', 'other.example.com', 'localhost'])
    expect((await answerFor(app, host, '/api/react/runs', key)).status).toBe(200);
  expect((await answerFor(app, 'evil.example', '/api/react/runs', key)).status).toBe(403);
  await app.close();
});

it.each([
  ['keys', apiKeys('reader:acme:ask'), 401],
  ['a word of consent for an open address', { HOST: '0.0.0.0', REACT_ALLOW_ANONYMOUS: 'true' }, 200],
])('with %s a name says nothing about who may call', async (_, settings, status) => {
  const app = await startApp(settings);
  expect((await answerFor(app, 'agent.example.com', '/api/react/runs')).status).toBe(status);
  await app.close();
});
