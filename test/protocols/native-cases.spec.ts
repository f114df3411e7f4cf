import { parseReply } from '../../src/parse-reply';
import type { Decision } from '../../src/core/protocol';
import { byFamily, collapsed, NATIVE_CASES, type ReplyCase } from './reply-cases';

const parseCase = ({ dialect, input, tools }: ReplyCase): Promise<Decision> =>
  parseReply('native', dialect === 'native' ? { choice: JSON.parse(input) as unknown } : { sse: input }, tools);

/** A decision in the words of a native case: all calls, in order. */
function meaningOf(decision: Decision): object {
  if (decision.kind === 'malformed') return { kind: 'invalid' };
  if (decision.kind === 'answer') return { kind: 'final', answer: decision.answer };
  return { kind: 'action', calls: decision.calls.map(({ name, input }) => ({ tool: name, input })) };
}

function expectedMeaning({ expect: { kind, answer, calls } }: ReplyCase): object {
  if (kind === 'invalid') return { kind };
  return kind === 'final' ? { kind, answer } : { kind, calls };
}

it('there are 54 native replies, 18 of them streams', () => {
  expect(NATIVE_CASES).toHaveLength(54);
  expect(NATIVE_CASES.filter(({ dialect }) => dialect === 'native-stream')).toHaveLength(18);
});

describe.each(byFamily(NATIVE_CASES))('native replies of the family $family ($cases.length)', ({ cases }) => {
  it.each(cases)('$id: $why', async (given) => {
    const decision = await parseCase(given);

    expect(meaningOf(decision)).toEqual(expectedMeaning(given));
    if (given.expect.thought !== undefined) expect(collapsed(decision.thought)).toBe(collapsed(given.expect.thought));
    if (decision.kind !== 'act') return;
    const ids = decision.calls.map(({ id }) => id);
    expect(ids).toEqual(ids.map((_, index) => `call_${index}`));
  });
});
