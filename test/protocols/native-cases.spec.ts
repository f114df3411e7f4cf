import { expectedNative, nativeMeaning, parseNativeCase } from './native-replies';
import { byFamily, collapsed, NATIVE_CASES } from './reply-cases';

it('there are 54 native replies, 18 of them streams', () => {
  expect(NATIVE_CASES).toHaveLength(54);
  expect(NATIVE_CASES.filter(({ dialect }) => dialect === 'native-stream')).toHaveLength(18);
});

describe.each(byFamily(NATIVE_CASES))('native replies of the family $family ($cases.length)', ({ cases }) => {
  it.each(cases)('$id: $why', async (given) => {
    const decision = await parseNativeCase(given);

    expect(nativeMeaning(decision)).toEqual(expectedNative(given));
    if (given.expect.thought !== undefined) expect(collapsed(decision.thought)).toBe(collapsed(given.expect.thought));
    if (decision.kind !== 'act') return;
    const ids = decision.calls.map(({ id }) => id);
    expect(ids).toEqual(ids.map((_, index) => `call_${index}`));
  });
});
