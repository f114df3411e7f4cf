import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { SseWriter } from '../../src/http/sse/sse-writer';

/** A real response to a client that reads nothing unless it is told to. */
async function connected(): Promise<{
  response: ServerResponse;
  received: () => string;
  resume: () => void;
  close: () => void;
}> {
  let answer = (_: ServerResponse): void => undefined;
  const arrived = new Promise<ServerResponse>((resolve) => (answer = resolve));
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.pause();
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined);
  socket.pause();
  const close = (): void => {
    socket.destroy();
    server.close();
  };
  return { response: await arrived, received: () => text, resume: () => socket.resume(), close };
}

describe('a stream of server-sent events', () => {
  it('writes one line per field, and no text can add another', async () => {
    const client = await connected();
    client.resume();
    const writer = new SseWriter(client.response);
    writer.send({ id: 3, event: 'tool.finished', data: { text: 'a\nevent: forged\n\ndata: {}\r\n' } });
    writer.end();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(client.received()).toContain(
      'id: 3\nevent: tool.finished\ndata: {"text":"a\\nevent: forged\\n\\ndata: {}\\r\\n"}\n\n',
    );
    client.close();
  });

  it('cuts a client that does not read, instead of keeping everything for it', async () => {
    const client = await connected();
    const writer = new SseWriter(client.response);
    const data = 'x'.repeat(64 * 1024);
    let sent = 0;
    while (sent < 2000 && writer.send({ event: 'text.delta', data })) sent += 1;
    expect(sent).toBeLessThan(2000);
    expect(client.response.destroyed).toBe(true);
    expect(writer.send({ event: 'text.delta', data })).toBe(false);
    client.close();
  });
});
