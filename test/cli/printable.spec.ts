import { oneLine, printable, wholeLength } from '../../src/cli/printable';

describe('text from outside on a terminal', () => {
  it.each([
    ['a colour', '\u001b[31mred', '\\u001b[31mred'],
    ['a title', '\u001b]0;root\u0007', '\\u001b]0;root\\u0007'],
    ['a one-byte control sequence', '\u009b2J', '\\u009b2J'],
    ['a carriage return that would overwrite the line', 'refund 1\rrefund 9', 'refund 1\\u000drefund 9'],
    ['backspaces', 'ab\b\b\u007f', 'ab\\u0008\\u0008\\u007f'],
    ['an override of direction', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
  ])('%s is spelled out', (_, text, shown) => expect(printable(text)).toBe(shown));

  it('line ends, tabs, Chinese and emoji stay', () => {
    expect(printable('总计\t5\r\n好 👩‍👩‍👧\n')).toBe('总计\t5\n好 👩‍👩‍👧\n');
  });

  it('on one line it is cut between characters, exactly at the length', () => {
    expect(oneLine('一二\n三', 5)).toBe('一二\\n三');
    expect(oneLine('😀😀😀', 3)).toBe('😀😀😀');
    expect(oneLine('😀😀😀😀', 3)).toBe('😀😀…');
  });

  it('a piece that ends in half a pair keeps the half back', () => {
    expect(wholeLength('ab')).toBe(2);
    expect(wholeLength('ab\r')).toBe(2);
    expect(wholeLength('a\ud83d')).toBe(1);
    expect(wholeLength('')).toBe(0);
  });
});
