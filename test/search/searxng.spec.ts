import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError, ToolError } from '../../src/core/errors';
import { plainText } from '../../src/search/plain-text';
import { SearxngSearch, type SearxngSearchOptions } from '../../src/search/searxng.search';

const never = new AbortController().signal;

describe('SearxngSearch', () => {
  let server: Server;
  let requests: URL[];
  let respond: (request: IncomingMessage, response: ServerResponse) => void;

  const search = (options: Partial<SearxngSearchOptions> = {}): SearxngSearch =>
    new SearxngSearch({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/searx`, ...options });
  const answers = (body: unknown, status = 200): void => {
    respond = (_, response) => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      requests.push(new URL(request.url ?? '', 'http://localhost'));
      respond(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('asks for JSON under the path of the instance, whatever the query holds', async () => {
    answers({ results: [] });
    await search({ language: 'zh-CN' }).search('会议平板&format=html#?', 3, never);
    expect(requests[0]?.pathname).toBe('/searx/search');
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toEqual({
      q: '会议平板&format=html#?',
      format: 'json',
      language: 'zh-CN',
    });
  });

  it('gives the first hits without markup, whatever fields are missing', async () => {
    const long = 'x'.repeat(900);
    answers({
      results: [
        {
          url: 'https://a.example/1',
          title: '<b>One</b> &amp; only',
          content: 'a < b<br>\u0007  <script>x',
          score: 2.5,
        },
        { url: 'javascript:alert(1)', title: 'bad', content: 'bad' },
        { url: 'https://a.example/empty' },
        null,
        { url: 'https://a.example/2', title: 'Two', content: long },
        { url: 'https://a.example/3', title: 'Three', content: null },
      ],
    });
    const hits = await search().search('q', 2, never);
    expect(hits).toEqual([
      { id: 'https://a.example/1', url: 'https://a.example/1', title: 'One & only', text: 'a < b x', score: 1 },
      { id: 'https://a.example/2', url: 'https://a.example/2', title: 'Two', text: `${'x'.repeat(500)}…`, score: 0.2 },
    ]);
  });

  it.each([
    ['a page that is no JSON', '<html>', 200, /JSON/],
    ['JSON without results', { error: 'x' }, 200, /no list/],
    ['a forbidden format', 'no', 403, /403.*JSON format/],
    ['too many requests', 'slow', 429, /429/],
    ['an error', 'secret stack', 500, /^(?!.*secret).*500/],
  ])('words %s for the model', async (_, body, status, message) => {
    answers(body, status);
    const failure = search().search('q', 3, never);
    await expect(failure).rejects.toThrow(ToolError);
    await expect(failure).rejects.toThrow(message);
  });

  it('stops at the byte limit', async () => {
    answers({ results: [{ url: 'https://a.example', title: 'x'.repeat(5000) }] });
    await expect(search({ maxBytes: 4000 }).search('q', 3, never)).rejects.toThrow(/more than 4000 bytes/);
  });

  it('does not follow a redirect', async () => {
    respond = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end();
    await expect(search().search('q', 3, never)).rejects.toThrow(ToolError);
    expect(requests.map(({ pathname }) => pathname)).toEqual(['/searx/search']);
  });

  it('gives up when the engine does not answer in time, in the headers or in the body', async () => {
    respond = () => undefined;
    await expect(search({ timeoutMs: 50 }).search('q', 3, never)).rejects.toThrow(/did not answer in 50 ms/);
    respond = (_, response) => void response.writeHead(200).write('{"results": [');
    await expect(search({ timeoutMs: 50 }).search('q', 3, never)).rejects.toThrow(/did not answer in 50 ms/);
  });

  it('ends with the reason of an abort', async () => {
    const controller = new AbortController();
    respond = () => controller.abort(new Error('cancelled'));
    await expect(search().search('q', 3, controller.signal)).rejects.toThrow('cancelled');
  });

  it('says that an engine which is away cannot be reached', async () => {
    const away = search();
    await new Promise((resolve) => server.close(resolve));
    await expect(away.search('q', 3, never)).rejects.toThrow(/cannot be reached/);
  });

  it.each(['file:///etc/passwd', 'gopher://x', 'search.example', 'http://u:p@a.example', ''])(
    'refuses the address %j',
    (baseUrl) => {
      expect(() => new SearxngSearch({ baseUrl })).toThrow(ConfigError);
    },
  );
});

describe('plainText', () => {
  it('reads a flood of open tags once', () => {
    expect(plainText('<a'.repeat(200_000), 100)).toBe('');
    expect(plainText('<'.repeat(200_000), 10)).toBe(`${'<'.repeat(10)}…`);
  });

  it('decodes an entity once', () => {
    expect(plainText('&amp;lt;b&gt;', 50)).toBe('&lt;b>');
  });

  it('gives nothing for what is no text', () => {
    expect([plainText(undefined, 5), plainText(7, 5)]).toEqual(['', '']);
  });
});
