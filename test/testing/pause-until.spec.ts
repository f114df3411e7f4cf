import { answers, spelled, startModelServer } from '../../src/testing';

const OPENED = 3;

describe('a scripted turn with pauseUntil', () => {
  it('writes an event when its promise resolves, and not before', async () => {
    let go = (): void => undefined;
    const released = new Promise<void>((resolve) => (go = resolve));
    const asked: string[] = [];
    const pauseUntil = async (next: string): Promise<void> => {
      asked.push(next);
      if (asked.length > OPENED) await released;
    };
    const server = await startModelServer([spelled(answers('forty-two'), { pauseUntil })]);
    const response = await fetch(`${server.baseUrl}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ stream: true }),
    });
    let read = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
      read += decoder.decode(bytes, { stream: true });
      if (read !== asked.slice(0, OPENED).join('')) continue;
      expect(read).not.toContain('[DONE]');
      go();
    }
    expect(read).toBe(asked.join(''));
    expect(read).toContain('[DONE]');
    await server.close();
  });
});
