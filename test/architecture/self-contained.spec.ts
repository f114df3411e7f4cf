import { filesBelow, read } from './project-files';

const BINARY = /\.(png|jpg|gif|ico|db|tgz|log)$/;
const files = filesBelow('.').filter((path) => !BINARY.test(path) && path !== 'package-lock.json');

// written in two halves, so that this file does not hold what it looks for
const MACHINE_PATH = new RegExp(['(^|[\\s"\'`(=:])/(home|Users|work|root)', '/[\\w.-]'].join(''), 'm');
const OUTSIDE = ['../', 'shared/'].join('');
const LATER = new RegExp(['\\b(TO', 'DO|FIX', 'ME|X', 'XX)\\b'].join(''));

/** Recorded replies of models are data: they may say anything. */
const isData = (path: string): boolean => /\.(jsonl|sse)$/.test(path) || path.startsWith('test/fixtures/');
const written = files.filter((path) => !isData(path));

describe('the project is complete in itself', () => {
  it('no file names a path of somebody’s machine', () => {
    expect(written.filter((path) => MACHINE_PATH.test(read(path)))).toEqual([]);
  });

  it('no file reaches outside the project', () => {
    expect(written.filter((path) => read(path).includes(OUTSIDE))).toEqual([]);
  });

  it('nothing is left for later in a comment', () => {
    expect(written.filter((path) => LATER.test(read(path)))).toEqual([]);
  });

  it('nothing switches a check off', () => {
    const code = filesBelow('src', /\.ts$/).concat(filesBelow('test', /\.ts$/));
    const off = new RegExp(['@ts-(ignore|no', 'check|expect-error)|eslint-dis', 'able|as a', 'ny\\b'].join(''));
    expect(code.filter((path) => off.test(read(path)))).toEqual([]);
  });

  it('no spec is focused or left empty', () => {
    const specs = filesBelow('test', /\.spec\.ts$/);
    expect(specs.filter((path) => /\b(it|describe|test)\.(only|todo)\b|\bf(it|describe)\(/.test(read(path)))).toEqual(
      [],
    );
  });
});
