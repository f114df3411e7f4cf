export interface SseEvent {
  readonly id?: number;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Reads a body as server-sent events by the book (WHATWG HTML 9.2.6), strictly: an unknown field fails the test. */
export async function* readSse(body: ReadableStream<Uint8Array>): AsyncGenerator<SseEvent> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const message = parsed(text.slice(0, end));
      text = text.slice(end + 2);
      if (message) yield message;
    }
  }
}

function parsed(block: string): SseEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    if (line.startsWith(':')) continue;
    const colon = line.indexOf(': ');
    const name = line.slice(0, colon);
    if (!['id', 'event', 'data'].includes(name) || fields.has(name))
      throw new Error(`Not expected in a stream: ${line}`);
    fields.set(name, line.slice(colon + 2));
  }
  const event = fields.get('event');
  if (event === undefined) return undefined;
  const id = fields.get('id');
  const data = JSON.parse(fields.get('data') ?? 'null') as Record<string, unknown>;
  return { ...(id !== undefined && { id: Number(id) }), event, data };
}

/** Everything until the stream ends, or the first `count` messages. */
export async function collect(response: Response, count = Infinity): Promise<SseEvent[]> {
  const events: SseEvent[] = [];
  for await (const event of readSse(response.body!)) {
    events.push(event);
    if (events.length >= count) break;
  }
  return events;
}
