import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { SseWriter } from '../../src/http/sse/sse-writer';

/** A real response to a client that reads nothing unless it is told to. */
async function connected(): Promise<{
  response: ServerResponse;
  received: () => string;
  resume: () => void;
  close: () => void;
  closed: () => Promise<unknown>;
}> {
  let answer = (_: ServerResponse): void => undefined;
  const arrived = new Promise<ServerResponse>((resolve) => (answer = resolve));
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.pause();
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
  const received = (): string => {
    // the head of one of HTTP's own chunks may stand within a character
    const bytes = Buffer.concat(chunks).toString('latin1');
    return Buffer.from(bytes.replaceAll(/\r\n[0-9a-f]+\r\n/g, ''), 'latin1').toString();
  };
  socket.pause();
  const close = (): void => {
    socket.destroy();
    server.close();
  };
  const closed = (): Promise<unknown> => {
    server.close();
    return new Promise((resolve) => socket.on('close', resolve).end());
  };
  return { response: await arrived, received, resume: () => socket.resume(), close, closed };
}

describe('a stream of server-sent events', () => {
  it('writes one line per field, and no text can add another', async () => {
    const client = await connected();
    client.resume();
    const writer = new SseWriter(client.response);
    void writer.send({ id: 3, event: 'tool.finished', data: { text: 'a\nevent: forged\n\ndata: {}\r\n' } });
    writer.end();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(client.received()).toContain(
      'id: 3\nevent: tool.finished\ndata: {"text":"a\\nevent: forged\\n\\ndata: {}\\r\\n"}\n\n',
    );
    client.close();
  });

  it.each([
    ['many messages', 60 * 1024],
    ['a few long ones', 3 * 1024 * 1024],
  ])('cuts a client that does not read, instead of keeping everything for it: %s', async (_, length) => {
    const client = await connected();
    const writer = new SseWriter(client.response, { stallMs: 50 });
    const data = 'x'.repeat(length);
    let sent = 0;
    while (sent < 2000 && (await writer.send({ event: 'text.delta', data }))) {
      sent += 1;
      expect(client.response.writableLength).toBeLessThan(1024 * 1024 + 65 * 1024);
    }
    expect(sent).toBeLessThan(2000);
    expect(client.response.destroyed).toBe(true);
    expect(await writer.send({ event: 'text.delta', data })).toBe(false);
    client.close();
  });

  it('waits for a client that has more to read at once than it may leave unread, whole characters included', async () => {
    const client = await connected();
    client.resume();
    const writer = new SseWriter(client.response);
    const data = '字🚢'.repeat(500_000);
    const ended = new Promise((resolve) => client.response.on('finish', resolve));
    expect(await writer.send({ id: 1, event: 'model.replied', data })).toBe(true);
    writer.end();
    await ended;
    await client.closed();
    expect(client.received()).toContain(data.slice(0, 100));
    expect(client.received().match(/字🚢/gu)).toHaveLength(500_000);
  });

  it('a client that leaves while it is waited for ends the wait', async () => {
    const client = await connected();
    const writer = new SseWriter(client.response);
    const sending = writer.send({ event: 'model.replied', data: 'x'.repeat(30 * 1024 * 1024) });
    client.close();
    expect(await sending).toBe(false);
  });

  it('holds nothing for a client that had left before', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const left = { destroyed: true, writeHead: () => left, flushHeaders: () => undefined, on: () => left };
      const writer = new SseWriter(left as unknown as ServerResponse);
      expect(writer.send({ event: 'result', data: {} })).toBe(false);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
