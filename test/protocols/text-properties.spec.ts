import type { Decision } from '../../src/core/protocol';
import { textProtocol } from '../../src/protocols/text.protocol';
import { previewOf } from './preview';
import { expectedMeaning, meaningOf, parse, parseCase, TEXT_CASES, type ReplyCase } from './reply-cases';
import { WAYS_TO_SPLIT, without } from './split-ways';

const ACTIONS = TEXT_CASES.filter(({ expect: { kind } }) => kind === 'action');
const READABLE = TEXT_CASES.filter(({ expect: { kind } }) => kind !== 'invalid');

describe('property 1: chunks make no difference', () => {
  it.each(WAYS_TO_SPLIT)('%s', (_, split) => {
    for (const given of TEXT_CASES) {
      const decision = parseCase(given);
      const preview = previewOf(split(given.input), given.tools);

      expect({ id: given.id, ...shownOf(preview, given) }).toEqual({
        id: given.id,
        ...expectedPreview(decision, given),
      });
      expect(decision.thought.startsWith(preview.thought)).toBe(true);
    }
  });

  it('no answer text is shown early of a reply that is no answer', () => {
    const wrong = TEXT_CASES.filter((given) => given.expect.kind !== 'final' && given.finish_reason !== 'length');

    for (const given of wrong)
      expect({ id: given.id, ...previewOf(given.input, given.tools) }).toMatchObject({ id: given.id, answer: '' });
  });
});

/** A stream cannot know that the provider will say `length` at its end. */
const isCut = ({ finish_reason }: ReplyCase): boolean => finish_reason === 'length';
const shownOf = ({ answer }: { answer: string }, given: ReplyCase): object => (isCut(given) ? {} : { answer });
const expectedPreview = (decision: Decision, given: ReplyCase): object =>
  isCut(given) ? {} : { answer: decision.kind === 'answer' ? decision.answer : '' };

// none is exempt: a step in a fence or in one line counts before a made-up observation, too
describe('property 2: a made-up observation and answer after an action change nothing', () => {
  it.each(ACTIONS)('$id', (given) => {
    const decision = parseCase(given, `${given.input}\nObservation: x\nFinal Answer: y`);

    expect(without(decision, 'discarded')).toEqual(without(parseCase(given), 'discarded'));
    expect(decision.discarded).toBe(true);
  });
});

describe('property 3: reasoning before the reply changes nothing but the reasoning', () => {
  it.each(TEXT_CASES)('$id', (given) => {
    const draft = '<think>Action: SendEmail\nAction Input: x\nFinal Answer: z</think>\n';
    const decision = parseCase(given, draft + given.input);

    expect(without(decision, 'reasoning')).toEqual(without(parseCase(given), 'reasoning'));
    expect(decision.reasoning).toContain('Action: SendEmail');
  });
});

describe('property 4: line ends and the width of colons make no difference', () => {
  it.each(TEXT_CASES)('CRLF, $id', (given) => {
    const text = given.input.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');

    expect(parseCase(given, text)).toEqual(parseCase(given));
  });

  /** These quote labels at a line start, so the replacement changes their content, not only their labels. */
  const QUOTED = ['lab-103', 'lab-106', 'lab-107', 'lab-217'];

  it.each(TEXT_CASES.filter(({ id }) => !QUOTED.includes(id)))('full-width colons, $id', (given) => {
    const wide = given.input.replaceAll(
      /^([ \t>*#-]*(?:thought|action|action[ _]input|observation|final ?answer|question|answer|input)(?: \d)? ?(?:\*\*)?):/gim,
      '$1：',
    );

    expect(without(parseCase(given, wide), 'reasoning')).toEqual(without(parseCase(given), 'reasoning'));
  });
});

describe('property 5: a rendered step is read back unchanged', () => {
  it.each(READABLE)('$id', (given) => {
    const decision = parseCase(given);
    const { text, calls } = textProtocol.render(decision);

    expect(without(parse(text, given.tools), 'reasoning', 'discarded')).toEqual(
      without(decision, 'reasoning', 'discarded'),
    );
    expect(calls).toEqual([]);
  });
});

describe('property 6: an unreadable reply is told in a few words', () => {
  it.each(TEXT_CASES.filter(({ expect: { kind } }) => kind === 'invalid'))('$id', (given) => {
    const decision = parseCase(given);

    expect(meaningOf(decision)).toEqual(expectedMeaning(given));
    expect(decision).toMatchObject({ kind: 'malformed', problem: expect.stringMatching(/^.{20,250}$/s) });
  });

  it('says nothing of a long reply back to the model', () => {
    const decision = parse(`Thought: ${'secret '.repeat(5000)}`);

    expect(decision).toMatchObject({ kind: 'malformed', problem: expect.not.stringContaining('secret') });
  });
});
