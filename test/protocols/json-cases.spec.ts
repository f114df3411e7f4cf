import { byFamily, collapsed, expectedMeaning, meaningOf, parseCase, JSON_CASES } from './reply-cases';

it('there are 67 JSON replies', () => expect(JSON_CASES).toHaveLength(67));

describe.each(byFamily(JSON_CASES))('JSON replies of the family $family ($cases.length)', ({ cases }) => {
  it.each(cases)('$id: $why', (given) => {
    const decision = parseCase(given);

    expect(meaningOf(decision)).toEqual(expectedMeaning(given));
    if (given.expect.thought !== undefined) expect(collapsed(decision.thought)).toBe(collapsed(given.expect.thought));
  });
});
