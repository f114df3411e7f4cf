import type { Decision } from '../../src/core/protocol';
import { jsonProtocol } from '../../src/protocols/json.protocol';
import { previewOf } from './preview';
import {
  aTextReply,
  expectedMeaning,
  JSON_CASES,
  meaningOf,
  parseCase,
  parseJson,
  toolsOf,
  type ReplyCase,
} from './reply-cases';
import { WAYS_TO_SPLIT, without } from './split-ways';

const ACTIONS = JSON_CASES.filter(({ expect: { kind } }) => kind === 'action');
const READABLE = JSON_CASES.filter(({ expect: { kind } }) => kind !== 'invalid');

describe('property 1: chunks make no difference', () => {
  it.each(WAYS_TO_SPLIT)('%s', (_, split) => {
    for (const given of JSON_CASES) {
      const decision = parseCase(given);
      const preview = previewOf(split(given.input), given.tools, jsonProtocol);
      const answer = decision.kind === 'answer' ? decision.answer : '';

      expect({ id: given.id, answer: preview.answer }).toEqual({ id: given.id, answer });
      expect(decision.thought.startsWith(preview.thought)).toBe(true);
    }
  });
});

describe('property 2: what follows an action is discarded', () => {
  /** Labels in JSON mode, and broken JSON whose end nobody can tell. */
  const EXEMPT = ['jsn-045'];

  it.each(ACTIONS.filter(({ id }) => !EXEMPT.includes(id)))('$id', (given) => {
    const before = parseCase(given);
    const after = parseCase(given, `${given.input}\nObservation: x\nFinal Answer: y`);

    expect(after).toEqual({ ...before, discarded: true });
  });
});

describe('property 3: reasoning in front changes nothing but itself', () => {
  it.each(JSON_CASES)('$id', (given) => {
    const draft = '<think>Action: SendEmail\n{"action": "SendEmail", "action_input": "x"}\nFinal Answer: z</think>\n';
    const decision = parseCase(given, draft + given.input);

    expect(without(decision, 'reasoning')).toEqual(without(parseCase(given), 'reasoning'));
    expect(decision.reasoning).toContain('SendEmail');
  });
});

describe('property 4: line ends make no difference', () => {
  it.each(JSON_CASES)('CRLF, $id', (given) => {
    expect(parseCase(given, given.input.replaceAll('\n', '\r\n'))).toEqual(parseCase(given));
  });
});

describe('property 5: a rendered step is read back unchanged', () => {
  it.each(READABLE)('$id', (given) => {
    const decision = parseCase(given);
    const { text, calls } = jsonProtocol.render(decision);

    expect(without(parseJson(text, given.tools), 'reasoning', 'discarded')).toEqual(
      without(decision, 'reasoning', 'discarded'),
    );
    expect(calls).toEqual([]);
  });
});

describe('property 6: an unreadable reply is told in a few words', () => {
  it.each(JSON_CASES.filter(({ expect: { kind } }) => kind === 'invalid'))('$id', (given: ReplyCase) => {
    const decision: Decision = parseCase(given);

    expect(meaningOf(decision)).toEqual(expectedMeaning(given));
    expect(decision).toMatchObject({ kind: 'malformed', problem: expect.stringMatching(/^.{20,250}$/s) });
  });

  it('says nothing of a long reply back to the model', () => {
    const decision = parseJson(`{"thought": "${'secret '.repeat(5000)}"}`);

    expect(decision).toMatchObject({ reason: 'missing-action', problem: expect.not.stringContaining('secret') });
  });
});

it('a reply that its provider cut is never used, whole as it may look', () => {
  for (const given of READABLE) {
    for (const finishReason of ['length', 'content_filter'] as const) {
      const decision = jsonProtocol.parse(aTextReply(given.input, finishReason), toolsOf(given.tools));
      expect(decision).toMatchObject({
        kind: 'malformed',
        reason: finishReason === 'length' ? 'truncated' : 'filtered',
      });
    }
  }
});
