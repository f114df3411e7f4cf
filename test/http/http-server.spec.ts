import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createHttpServer } from '../../src/http/http-server';

const TIMES = { requestTimeoutMs: 200, headersTimeoutMs: 200, checkEveryMs: 20 };

describe('createHttpServer', () => {
  let server: Server;
  beforeAll(async () => {
    server = createHttpServer((request, response) => {
      if (request.url === '/slow-body') request.resume().on('end', () => response.end('read'));
      else if (request.url === '/answering') response.write('half an answer');
      else response.end('reached');
    }, TIMES);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Sends a text as it is and reads until the server closes. */
  async function send(text: string): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(text);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    return Buffer.concat(chunks).toString();
  }

  function problemIn(answer: string): unknown {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head.toLowerCase()).toContain('content-type: application/problem+json');
    expect(head.toLowerCase()).toContain('connection: close');
    expect(head.toLowerCase()).toContain(`content-length: ${Buffer.byteLength(body)}`);
    return { statusLine: head.split('\r\n', 1)[0], ...(JSON.parse(body) as object) };
  }

  it.each([
    ['a text that is no HTTP', 'GARBAGE\r\n\r\n', 400],
    ['a request with two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['headers of 20 KB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\n', 408],
    ['a body that never ends', 'POST /slow-body HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{', 408],
    ['an Expect that is not known', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: a-miracle\r\n\r\n', 417],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ])('%s is refused as a problem', async (_, text, status) => {
    expect(problemIn(await send(text))).toMatchObject({
      statusLine: expect.stringMatching(new RegExp(`^HTTP/1\\.1 ${status} `)),
      type: 'about:blank',
      status,
      detail: expect.stringMatching(/^\S.+/),
      code: expect.stringMatching(/^[a-z_]+$/),
    });
  });

  it('an answer that has begun is cut, not continued with a refusal', async () => {
    const answer = await send('POST /answering HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    expect(answer).toContain('half an answer');
    expect(answer).not.toContain('about:blank');
  });

  it('an HTTP/1.0 request without Host is answered', async () => {
    expect(await send('GET / HTTP/1.0\r\n\r\n')).toContain('reached');
  });
});
