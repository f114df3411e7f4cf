import { read } from './project-files';

type Manifest = Record<
  'dependencies' | 'devDependencies' | 'peerDependencies' | 'optionalDependencies',
  Record<string, string>
>;

const manifest = JSON.parse(read('package.json')) as Partial<Manifest>;

/** Rows of the table start with "| `name`". */
const explained = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1]!);

describe('dependencies', () => {
  it('docs/dependencies.md has one row for each package of package.json, and no other', () => {
    const { dependencies, devDependencies, peerDependencies, optionalDependencies } = manifest;
    const declared = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies, ...optionalDependencies });
    expect([...explained].sort()).toEqual(declared.sort());
  });

  it('every row says why the package is there and what there would be without it', () => {
    const rows = read('docs/dependencies.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
    expect(cells.filter(([, , why, without]) => !why || !without)).toEqual([]);
  });

  it('versions are exact, except those that the app brings itself', () => {
    const pinned = { ...manifest.dependencies, ...manifest.devDependencies };
    expect(Object.entries(pinned).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('the lockfile names no host to download from, so that any registry serves it', () => {
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { resolved?: string }> };
    expect(Object.values(lock.packages).filter(({ resolved }) => resolved)).toEqual([]);
  });
});
