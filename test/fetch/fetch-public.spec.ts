import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { ToolError } from '../../src/core/errors';
import { fetchPublic, type PublicFetchOptions } from '../../src/fetch/fetch-public';

const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server inside the operator's network: nobody may reach it. */
async function canary(): Promise<{ origin: string; port: string; hits: string[] }> {
  const hits: string[] = [];
  const origin = await serve((request, response) => {
    hits.push(request.url ?? '');
    response.end('secret');
  });
  return { origin, port: new URL(origin).port, hits };
}

const fetching = (url: string, options: Partial<PublicFetchOptions> = {}) =>
  fetchPublic(url, { signal: new AbortController().signal, ...options });

const answering =
  (...addresses: { address: string; family: 4 | 6 }[]): LookupFunction =>
  (_host, _options, callback) =>
    callback(null, addresses);

describe('a URL that somebody else chose', () => {
  it.each([
    ['the loopback address', 'http://127.0.0.1:PORT/'],
    ['another loopback address', 'http://127.8.9.10:PORT/'],
    ['a number', 'http://2130706433:PORT/'],
    ['hexadecimal', 'http://0x7f000001:PORT/'],
    ['octal', 'http://0177.0.0.1:PORT/'],
    ['a short form', 'http://127.1:PORT/'],
    ['zero', 'http://0:PORT/'],
    ['wide digits', 'http://１２７.０.０.１:PORT/'],
    ['IPv6 loopback', 'http://[::1]:PORT/'],
    ['IPv4 mapped into IPv6', 'http://[::ffff:127.0.0.1]:PORT/'],
    ['IPv4 behind NAT64', 'http://[64:ff9b::7f00:1]:PORT/'],
    ['a name of loopback', 'http://localhost:PORT/'],
    ['cloud metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['a private network', 'http://10.1.2.3/'],
  ])('as %s does not lead into the own network', async (_name, url) => {
    const { port, hits } = await canary();
    const failed = await fetching(url.replace('PORT', port)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ToolError);
    expect((failed as Error).message).toMatch(
      /is not on the public internet; give a public address|no http or https URL/,
    );
    expect(hits).toEqual([]);
  });

  it.each([
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'data:text/plain,hello',
    'ftp://example.org/',
    'x',
  ])('as %s is no address of the web', async (url) => {
    await expect(fetching(url)).rejects.toThrow(`${url} is no http or https URL`);
  });

  it('holds no password, behind which another host could hide', async () => {
    await expect(fetching('http://example.org@127.0.0.1/')).rejects.toThrow('holds a user name or a password');
  });

  it.each([
    ['loopback', [{ address: '127.0.0.1', family: 4 as const }]],
    [
      'a public and a private address',
      [
        { address: '8.8.8.8', family: 4 as const },
        { address: '127.0.0.1', family: 4 as const },
      ],
    ],
    ['mapped loopback', [{ address: '::ffff:127.0.0.1', family: 6 as const }]],
    ['nothing', []],
  ])('whose name means %s is not connected to', async (_name, addresses) => {
    const { port, hits } = await canary();
    const url = `http://rebinding.example:${port}/`;
    await expect(fetching(url, { lookup: answering(...addresses) })).rejects.toThrow('is not on the public internet');
    expect(hits).toEqual([]);
  });

  it('is looked up once for each connection, so there is no second answer to fall for', async () => {
    let lookups = 0;
    const lookup: LookupFunction = (_host, _options, callback) => {
      lookups += 1;
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    };
    await expect(fetching('http://rebinding.example/', { lookup })).rejects.toThrow(ToolError);
    expect(lookups).toBe(1);
  });

  it.each([301, 302, 303, 307, 308])('that redirects by %d into the own network is left there', async (status) => {
    const { origin, hits } = await canary();
    const start = await serve((_request, response) =>
      response.writeHead(status, { location: `${origin}/steal` }).end(),
    );
    await expect(fetching(start, { trustedOrigins: [start] })).rejects.toThrow('is not on the public internet');
    expect(hits).toEqual([]);
  });

  it('that redirects to another scheme is refused', async () => {
    const start = await serve((_request, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    );
    await expect(fetching(start, { trustedOrigins: [start] })).rejects.toThrow('is no http or https URL');
  });

  it('that redirects for ever ends', async () => {
    let hits = 0;
    const start = await serve((_request, response) => {
      hits += 1;
      response.writeHead(302, { location: '/again' }).end();
    });
    await expect(fetching(start, { trustedOrigins: [start], maxRedirects: 3 })).rejects.toThrow(
      'redirects more than 3 times',
    );
    expect(hits).toBe(4);
  });
});

describe('a page', () => {
  it('is read with its type and its charset, after a redirect', async () => {
    const gbk = Buffer.from([0xcd, 0xcb, 0xbf, 0xee]); // 退款
    const start = await serve(({ url }, response) => {
      if (url === '/page') response.writeHead(200, { 'content-type': 'Text/HTML; charset=GBK' }).end(gbk);
      else response.writeHead(302, { location: '/page' }).end();
    });
    expect(await fetching(start, { trustedOrigins: [start] })).toEqual({
      url: `${start}/page`,
      status: 200,
      contentType: 'text/html',
      text: '退款',
    });
  });

  it('of another origin does not get the headers of the first', async () => {
    let seen: unknown = 'not reached';
    const other = await serve((request, response) => {
      seen = request.headers['x-token'];
      response.end();
    });
    const start = await serve((_request, response) => response.writeHead(302, { location: other }).end());
    await fetching(start, { trustedOrigins: [start, other], headers: { 'x-token': 'mine' } });
    expect(seen).toBeUndefined();
  });

  it('that is too long is not read to its end', async () => {
    const start = await serve((_request, response) => response.end('x'.repeat(5000)));
    await expect(fetching(start, { trustedOrigins: [start], maxBytes: 4999 })).rejects.toThrow(
      'is longer than 4999 bytes',
    );
    expect((await fetching(start, { trustedOrigins: [start], maxBytes: 5000 })).text).toHaveLength(5000);
  });

  it('that never comes is given up after the time-out, and at once when the run is aborted', async () => {
    const start = await serve(() => undefined);
    const options = { trustedOrigins: [start] };
    await expect(fetching(start, { ...options, timeoutMs: 50 })).rejects.toThrow('did not answer in 50 ms');
    const controller = new AbortController();
    const fetched = fetching(start, { ...options, signal: controller.signal });
    controller.abort(new Error('cancelled'));
    await expect(fetched).rejects.toThrow('cancelled');
  });
});
