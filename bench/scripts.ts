/** What the model server says, by the name of the model that is asked for. */
export interface Script {
  /** The reply of a step, counted from 0. */
  reply(step: number): string;
  /** Before the first byte, in ms. */
  readonly waitMs?: number;
  /** Each event in a packet of its own, so many ms apart (0: as fast as they can be sent); otherwise the whole reply at once. */
  readonly paceMs?: number;
}

const acts = (thought: string, tool: string, input: object): string =>
  `Thought: ${thought}\nAction: ${tool}\nAction Input: ${JSON.stringify(input)}`;

const answers = (text: string): string => `Thought: I know enough to answer.\nFinal Answer: ${text}`;

const ANSWER = answers(
  'Yes. Your order 88231 was delivered on 22 June, so the 14 days for a return are not over yet, and a broken bell is replaced ' +
    'in any case. We have 42 of them in stock and can send you a new one today.',
);

const FIVE_STEPS = [
  acts('I need the order first.', 'query_order', { orderId: '88231' }),
  acts('It was sent as a parcel; I check when it arrived.', 'query_parcel', { trackingNumber: 'BM2026061877' }),
  acts('Now the rules for returns.', 'search_knowledge', { query: 'return broken goods', limit: 2 }),
  acts('A replacement may be the fastest way.', 'check_stock', { product: 'Bicycle bell, brass' }),
  ANSWER,
];

/** Tool steps of the long run; the answer comes one step later, so that step 50 is a step like step 5. */
export const LONG_RUN_STEPS = 50;

/** Chunks of the long answer. */
export const LONG_ANSWER_CHUNKS = 1000;

/** Characters of a chunk: about a token. */
export const CHUNK_CHARS = 5;

const LONG_ANSWER = answers('word '.repeat((LONG_ANSWER_CHUNKS * CHUNK_CHARS - answers('').length) / CHUNK_CHARS));

/**
 * Where the server puts the time of the write, in µs of the monotonic clock that all processes of a machine share. Each stamp is
 * a chunk of its own, with the space before it.
 */
export const STAMP = '0'.repeat(15);

/** Chunks of the stamped answer that is read for its delays. */
export const SLOW_STAMPS = 400;

/** Chunks of a stamped answer that is read for its first token. */
export const SHORT_STAMPS = 10;

const stamps = (count: number): string => answers(Array(count).fill(STAMP).join(' '));

export const HELD_MS = 3000;

export const SCRIPTS: Readonly<Record<string, Script>> = {
  'five-steps': { reply: (step) => FIVE_STEPS[step] ?? ANSWER },
  'long-run': {
    reply: (step) =>
      step < LONG_RUN_STEPS
        ? acts(`I look at part ${step + 1}.`, 'search_knowledge', { query: `returns, part ${step + 1}`, limit: 5 })
        : ANSWER,
  },
  'long-answer': { reply: () => LONG_ANSWER },
  'long-answer-paced': { reply: () => LONG_ANSWER, paceMs: 1 },
  'one-answer': { reply: () => ANSWER },
  'one-answer-stamped': { reply: () => stamps(SHORT_STAMPS), paceMs: 0 },
  'five-steps-stamped': {
    reply: (step) => (step < 4 ? FIVE_STEPS[step] : undefined) ?? stamps(SHORT_STAMPS),
    paceMs: 0,
  },
  'stamped-answer': { reply: () => stamps(LONG_ANSWER_CHUNKS) },
  'stamped-answer-paced': { reply: () => stamps(LONG_ANSWER_CHUNKS), paceMs: 1 },
  'stamped-answer-slow': { reply: () => stamps(SLOW_STAMPS), paceMs: 5 },
  held: { reply: () => ANSWER, waitMs: HELD_MS },
};

/** `five-steps:kept-sdk` plays `five-steps`; the server keeps the last request body of such a name. */
export const KEPT = ':kept';

export const scriptOf = (model: string): Script | undefined => SCRIPTS[model.split(':')[0] ?? ''];
