import { canonicalJson } from '../../src/policies/canonical-json';

describe('canonical JSON', () => {
  it('is the same whatever the order of keys, at any depth', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: 2 })).toBe(canonicalJson({ a: 2, b: [{ c: 2, d: 1 }] }));
  });

  it('keeps a key __proto__ as a key', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}');
  });

  it.each([
    ['maps', new Map([['amount', 1]]), new Map([['amount', 2]])],
    ['sets', new Set(['88231']), new Set(['88232'])],
    ['a map and a set', new Map<string, number>(), new Set<string>()],
    ['lists', [1, 2], [2, 1]],
  ])('tells %s apart by what they hold', (_, one, other) => {
    expect(canonicalJson({ value: one })).not.toBe(canonicalJson({ value: other }));
  });
});
