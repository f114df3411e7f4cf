import { byFamily, collapsed, expectedMeaning, meaningOf, parseCase, TEXT_CASES } from './reply-cases';

it('there are 206 text replies', () => expect(TEXT_CASES).toHaveLength(206));

describe.each(byFamily(TEXT_CASES))('replies of the family $family ($cases.length)', ({ cases }) => {
  it.each(cases)('$id: $why', (given) => {
    const decision = parseCase(given);

    expect(meaningOf(decision)).toEqual(expectedMeaning(given));
    if (given.expect.thought !== undefined) expect(collapsed(decision.thought)).toBe(collapsed(given.expect.thought));
  });
});
