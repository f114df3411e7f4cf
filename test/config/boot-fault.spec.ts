import { bootFaultText } from '../../src/boot-fault';
import { ConfigError } from '../../src/core/errors';

const failed = (code: string): Error => Object.assign(new Error('attempt to do what cannot be done'), { code });

describe('what a failed start shows', () => {
  it.each([
    ['SQLITE_READONLY', 'The store is read-only'],
    ['SQLITE_READONLY_DIRECTORY', 'The store is read-only'],
    ['EROFS', 'The store is read-only'],
    ['SQLITE_FULL', 'The store is full: free disk space'],
    ['ENOSPC', 'The store is full: free disk space'],
    ['SQLITE_CORRUPT', 'The store is damaged: restore it from a backup'],
    ['SQLITE_NOTADB', 'The store is no database file'],
  ])('%s is a sentence', (code, text) => {
    expect(bootFaultText(failed(code))).toBe(text);
  });

  it('is the message of our own errors, and the stack of a bug', () => {
    expect(bootFaultText(new ConfigError('PORT: wrong'))).toBe('PORT: wrong');
    expect(bootFaultText(new TypeError('a bug'))).toMatch(/TypeError: a bug\n +at /);
  });
});
