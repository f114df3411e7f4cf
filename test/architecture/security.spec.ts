import { faultOfNamedTest, rowsOf } from './named-tests';

const rows = rowsOf('docs/security.md', 4, 'Threat').map(([threat = '', ids = '', defence = '', test = '']) => ({
  threat,
  ids,
  defence,
  test,
}));

describe('docs/security.md', () => {
  it('has rows', () => {
    expect(rows.length).toBeGreaterThan(15);
    expect(new Set(rows.map(({ threat }) => threat)).size).toBe(rows.length);
  });

  it.each(rows)('$threat: has ids, a defence, and a test that exists', ({ ids, defence, test }) => {
    expect(ids).toMatch(/^((LLM|ASI)(0[1-9]|10))(, (LLM|ASI)(0[1-9]|10))*$/);
    expect(defence).not.toBe('');
    expect(faultOfNamedTest(test)).toBeUndefined();
  });
});
