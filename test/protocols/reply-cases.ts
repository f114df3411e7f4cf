import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FinishReason, ModelReply } from '../../src/core/model';
import type { Decision } from '../../src/core/protocol';
import { NO_USAGE } from '../../src/core/model';
import { textProtocol } from '../../src/protocols/text.protocol';

/** What a reply means, in the words of the case file. */
export interface Expected {
  kind: 'action' | 'final' | 'invalid';
  thought?: string;
  tool?: string;
  input?: unknown;
  answer?: string;
}

/** One line of `test/cases/replies.jsonl`. */
export interface ReplyCase {
  id: string;
  family: string;
  protocol: 'text' | 'json' | 'native';
  input: string;
  tools: string[];
  expect: Expected;
  why: string;
  finish_reason?: FinishReason;
}

const FILE = join(__dirname, '../cases/replies.jsonl');

export const TEXT_CASES: readonly ReplyCase[] = readFileSync(FILE, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as ReplyCase)
  .filter(({ protocol }) => protocol === 'text');

export const TOOLS = TEXT_CASES[0]?.tools ?? [];

export const toolsOf = (names: readonly string[]): { name: string }[] => names.map((name) => ({ name }));

export const aTextReply = (text: string, finishReason: FinishReason = 'stop'): ModelReply => ({
  text,
  calls: [],
  usage: NO_USAGE,
  finishReason,
});

/** Parses a text as the reply of a model that has `tools`. */
export const parse = (text: string, tools: readonly string[] = TOOLS, finishReason?: FinishReason): Decision =>
  textProtocol.parse(aTextReply(text, finishReason), toolsOf(tools));

export const parseCase = ({ input, tools, finish_reason }: ReplyCase, text = input): Decision =>
  parse(text, tools, finish_reason);

/** A decision in the words of the case file: trimmed, with JSON strings of objects as objects. */
export function meaningOf(decision: Decision): Expected {
  switch (decision.kind) {
    case 'act': {
      const call = decision.calls[0];
      return { kind: 'action', tool: call?.name ?? '', input: comparable(call?.input) };
    }
    case 'answer':
      return { kind: 'final', answer: decision.answer.trim() };
    case 'malformed':
      return { kind: 'invalid' };
    default:
      return decision satisfies never;
  }
}

/** What a case expects, without its thought, in the form of `meaningOf`. */
export function expectedMeaning({ expect: { kind, tool, input, answer } }: ReplyCase): Expected {
  if (kind === 'action') return { kind, tool: tool ?? '', input: comparable(input) };
  return kind === 'final' ? { kind, answer: (answer ?? '').trim() } : { kind };
}

export const collapsed = (text: string): string =>
  text
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ');

const comparable = (input: unknown): unknown => (typeof input === 'string' ? input.trim() : input);

export const act = (input: unknown, tool = 'Calculator'): Expected => ({ kind: 'action', tool, input });
export const final = (answer: string): Expected => ({ kind: 'final', answer });
export const invalid: Expected = { kind: 'invalid' };
export type Variant = [text: string, expected: Expected];

/** Asserts what a text means to a run with the usual tools. */
export const readsAs = (text: string, expected: Expected): void => expect(meaningOf(parse(text))).toEqual(expected);
