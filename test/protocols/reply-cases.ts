import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FinishReason, ModelReply } from '../../src/core/model';
import type { Decision, Protocol } from '../../src/core/protocol';
import { NO_USAGE } from '../../src/core/model';
import { jsonProtocol } from '../../src/protocols/json.protocol';
import { textProtocol } from '../../src/protocols/text.protocol';

/** What a reply means, in the words of the case file. */
export interface Expected {
  kind: 'action' | 'final' | 'invalid';
  thought?: string;
  tool?: string;
  input?: unknown;
  /** An object where the answer is structured. */
  answer?: unknown;
  /** All calls of a native reply, in order. */
  calls?: { tool: string; input: unknown }[];
}

/** One line of `test/cases/replies.jsonl`. */
export interface ReplyCase {
  id: string;
  family: string;
  protocol: 'text' | 'json' | 'native';
  dialect: string;
  input: string;
  tools: string[];
  expect: Expected;
  why: string;
  finish_reason?: FinishReason;
  unique_ids?: boolean;
}

const FILE = join(__dirname, '../cases/replies.jsonl');

const CASES: readonly ReplyCase[] = readFileSync(FILE, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as ReplyCase);

export const TEXT_CASES = CASES.filter(({ protocol }) => protocol === 'text');
export const JSON_CASES = CASES.filter(({ protocol }) => protocol === 'json');
export const NATIVE_CASES = CASES.filter(({ protocol }) => protocol === 'native');

/** The cases of one family, family by family. */
export const byFamily = (cases: readonly ReplyCase[]): { family: string; cases: ReplyCase[] }[] =>
  [...new Set(cases.map(({ family }) => family))].map((family) => ({
    family,
    cases: cases.filter((given) => given.family === family),
  }));

export const TOOLS = TEXT_CASES[0]?.tools ?? [];

export const toolsOf = (names: readonly string[]): { name: string }[] => names.map((name) => ({ name }));

export const aTextReply = (text: string, finishReason: FinishReason = 'stop'): ModelReply => ({
  text,
  calls: [],
  usage: NO_USAGE,
  finishReason,
});

/** Parses a text as the reply of a model that has `tools`, in a protocol. */
export const parserOf =
  (protocol: Protocol) =>
  (text: string, tools: readonly string[] = TOOLS, finishReason?: FinishReason): Decision =>
    protocol.parse(aTextReply(text, finishReason), toolsOf(tools));

export const parse = parserOf(textProtocol);
export const parseJson = parserOf(jsonProtocol);

export const parseCase = ({ protocol, input, tools, finish_reason }: ReplyCase, text = input): Decision =>
  (protocol === 'json' ? parseJson : parse)(text, tools, finish_reason);

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
  return kind === 'final'
    ? { kind, answer: typeof answer === 'string' ? answer.trim() : JSON.stringify(answer) }
    : { kind };
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
