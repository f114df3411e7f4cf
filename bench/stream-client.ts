import type { Pool } from 'undici';
import { nowUs } from './clock';
import { QUESTION } from './scenario';
import { STAMP } from './scripts';

/** What the client of one event stream saw. */
export interface StreamReading {
  /** From the question to the first stamp, in ms. */
  readonly firstMs: number;
  /** Of each stamp from the model server's write to the client's read, in µs. */
  readonly delaysUs: readonly number[];
  /** Events that brought text of the answer. */
  readonly events: number;
}

const STAMPED = new RegExp(`\\d{${STAMP.length}}`, 'g');

/**
 * Asks a server and reads its event stream. The time of arrival is taken before anything is parsed, so that a longer event costs
 * this client no time. @throws when the answer is not whole: each stamp must come exactly once
 */
export async function readStream(pool: Pool, expected: number): Promise<StreamReading> {
  const startedUs = nowUs();
  const { statusCode, body } = await pool.request({
    path: '/api/react/ask',
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ question: QUESTION }),
  });
  if (statusCode !== 200) throw new Error(`The server answered ${statusCode}: ${await body.text()}`);
  const delaysUs: number[] = [];
  let firstUs = NaN;
  let events = 0;
  let unread = '';
  let text = '';
  const take = (part: string): void => {
    const arrivedUs = nowUs();
    const messages = (unread + part).split('\n\n');
    unread = messages.pop() ?? '';
    for (const message of messages) {
      const piece = answerPieceOf(message);
      if (piece === undefined) continue;
      events += 1;
      text += piece;
    }
    let end = 0;
    for (const { 0: stamp, index } of text.matchAll(STAMPED)) {
      delaysUs.push(arrivedUs - Number(stamp));
      end = index + STAMP.length;
    }
    text = text.slice(end);
    if (delaysUs.length > 0 && Number.isNaN(firstUs)) firstUs = arrivedUs;
  };
  body.setEncoding('utf8').on('data', take);
  await new Promise((resolve, reject) => body.on('end', resolve).on('error', reject));
  if (delaysUs.length !== expected) throw new Error(`Expected ${expected} stamps, got ${delaysUs.length}`);
  return { firstMs: (firstUs - startedUs) / 1000, delaysUs, events };
}

/** Of a preview of the engine, or of an event of a relay by hand; everything else is no news of the answer. */
function answerPieceOf(message: string): string | undefined {
  const data = message.slice(message.indexOf('data: ') + 'data: '.length);
  const { text, channel } = JSON.parse(data) as { text?: string; channel?: string };
  return channel === 'thought' ? undefined : text;
}
