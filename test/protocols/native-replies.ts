import type { Decision } from '../../src/core/protocol';
import { parseReply, type RawReply } from '../../src/parse-reply';
import { TOOLS, type Expected, type ReplyCase } from './reply-cases';

/** A native case as `parseReply` takes it. */
export const rawReplyOf = ({ dialect, input }: ReplyCase): RawReply =>
  dialect === 'native' ? { choice: JSON.parse(input) as unknown } : { sse: input };

export const parseNativeCase = (given: ReplyCase, raw = rawReplyOf(given)): Promise<Decision> =>
  parseReply('native', raw, given.tools);

/** A decision in the words of a native case: all calls, in order. */
export function nativeMeaning(decision: Decision): object {
  if (decision.kind === 'malformed') return { kind: 'invalid' };
  if (decision.kind === 'answer') return { kind: 'final', answer: decision.answer };
  return { kind: 'action', calls: decision.calls.map(({ name, input }) => ({ tool: name, input })) };
}

export function expectedNative({ expect: { kind, answer, calls } }: { expect: Expected }): object {
  if (kind === 'invalid') return { kind };
  return kind === 'final' ? { kind, answer } : { kind, calls };
}

interface Written {
  content?: unknown;
  calls?: { name?: unknown; arguments?: unknown }[];
  finish?: string;
  reasoning?: string;
}

/** One reply as a provider sends it whole. */
export const choiceOf = ({ content = null, calls, finish, reasoning }: Written): RawReply => ({
  choice: {
    index: 0,
    finish_reason: finish ?? (calls ? 'tool_calls' : 'stop'),
    message: {
      role: 'assistant',
      content,
      ...(reasoning !== undefined && { reasoning_content: reasoning }),
      ...(calls && { tool_calls: calls.map((call, index) => ({ id: `c${index}`, type: 'function', function: call })) }),
    },
  },
});

/** Parses one reply of a model that has the usual tools, or these. */
export const parseNative = (written: Written, tools: readonly string[] = TOOLS): Promise<Decision> =>
  parseReply('native', choiceOf(written), tools);

export const parseContent = (content: string, tools?: readonly string[]): Promise<Decision> =>
  parseNative({ content }, tools);

/** A text as the pieces of a stream. */
export const sseOf = (pieces: Iterable<string>, finish = 'stop'): string => {
  const chunk = (choice: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
  const deltas = [...pieces].map((content) => chunk({ delta: { content }, finish_reason: null }));
  return `${deltas.join('')}${chunk({ delta: {}, finish_reason: finish })}data: [DONE]\n\n`;
};

/** Bytes cut anywhere, also within a character. */
export function byteSlices(text: string, size: () => number): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const slices: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = size();
    slices.push(bytes.subarray(at, at + length));
    at += length;
  }
  return slices;
}
