import { filesBelow } from './project-files';

const drawers = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'misc']);

/** Words of a path: folders and the parts of a file's name, so that `string-utils.ts` is found too. */
const wordsOf = (path: string): string[] => path.toLowerCase().split(/[/.\-_]/);

describe('names', () => {
  it('no file or folder is a drawer: it is named after what is in it', () => {
    const files = ['src', 'test', 'bench', 'examples', 'scripts', 'docs'].flatMap((folder) => filesBelow(folder));
    expect(files.filter((path) => wordsOf(path).some((word) => drawers.has(word)))).toEqual([]);
  });
});
