import { filesBelow, read } from './project-files';
import { faultOfNamedTest, rowsOf } from './named-tests';

const PAGE = 'docs/reliability.md';
const NOT_YET = 'none: there is no such feature yet';

const rows = rowsOf(PAGE, 4, 'Id').map(([id = '', fault = '', happens = '', test = '']) => ({
  id,
  fault,
  happens,
  test,
}));

describe(PAGE, () => {
  it('has rows of every kind, each once', () => {
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...new Set(ids.map((id) => id[0]))]).toEqual(['L', 'T', 'P', 'S', 'Q', 'C', 'I', 'A']);
  });

  it.each(rows)('$id: says what happens, and names a test that exists', ({ id, fault, happens, test }) => {
    expect(id).toMatch(/^[A-Z]\d\d$/);
    expect(fault).not.toBe('');
    if (test === NOT_YET) expect(happens).toMatch(/^There is no .+ yet$/);
    else expect(faultOfNamedTest(test)).toBeUndefined();
  });

  it('names every suite of npm run test:faults', () => {
    const suites = filesBelow('test/faults', /\.spec\.ts$/);
    expect(rowsOf(PAGE, 2, 'What').map(([, where]) => where)).toEqual(
      expect.arrayContaining(suites.map((path) => `\`${path}\``)),
    );
    expect(suites.filter((path) => !read(path).includes('figures()'))).toEqual([]); // all of them count
  });
});
