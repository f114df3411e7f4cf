import { collapsed, expectedMeaning, meaningOf, parseCase, TEXT_CASES, type ReplyCase } from './reply-cases';

const families = [...new Set(TEXT_CASES.map(({ family }) => family))];
const casesOf = (family: string): ReplyCase[] => TEXT_CASES.filter((given) => given.family === family);

it('there are 206 text replies', () => expect(TEXT_CASES).toHaveLength(206));

describe.each(families.map((family) => ({ family, cases: casesOf(family) })))(
  'replies of the family $family ($cases.length)',
  ({ cases }) => {
    it.each(cases)('$id: $why', (given) => {
      const decision = parseCase(given);

      expect(meaningOf(decision)).toEqual(expectedMeaning(given));
      if (given.expect.thought !== undefined) expect(collapsed(decision.thought)).toBe(collapsed(given.expect.thought));
    });
  },
);
