import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AccessKeys, type AccessKey } from '../../src/access/access-keys';
import { WindowCounter } from '../../src/access/window-counter';

const sha256 = (key: string): string => createHash('sha256').update(key).digest('hex');
const key = (name: string, more: Partial<AccessKey> = {}): AccessKey => ({
  ...{ name, tenant: 'acme', scopes: ['ask'], sha256: sha256(`secret of ${name}`) },
  ...more,
});

describe('keys', () => {
  it('are found by what their owner sends, the last one like the first', () => {
    const keys = new AccessKeys([key('one'), key('two'), key('three', { sha256: sha256('钥匙').toUpperCase() })]);
    expect(keys.find('secret of one')).toEqual({ name: 'one', tenant: 'acme', scopes: ['ask'] });
    expect(keys.find('secret of two')?.name).toBe('two');
    expect(keys.find('钥匙')?.name).toBe('three');
    for (const wrong of ['', 'secret of', 'secret of one ', sha256('secret of one')])
      expect(keys.find(wrong)).toBeUndefined();
  });

  it('are unknown from the instant when they expire, and no other key with them', () => {
    let now = Date.parse('2027-01-31T07:59:59.999Z');
    const keys = new AccessKeys([key('one', { expiresAt: '2027-01-31T16:00:00+08:00' }), key('two')], () => now);
    expect(keys.find('secret of one')?.name).toBe('one');
    now += 1;
    expect(keys.find('secret of one')).toBeUndefined();
    expect(keys.find('secret of two')?.name).toBe('two');
  });

  it.each(['Bearer secret of one', 'BEARER   secret of one'])('are read from "%s"', (authorization) => {
    const { identify } = new AccessKeys([key('one')]);
    expect(identify({ headers: { authorization } } as IncomingMessage)?.name).toBe('one');
  });

  it.each([
    [[], 'at least one key'],
    [[key('one', { sha256: 'canary' })], 'keys[0].sha256: expected 64 hexadecimal digits'],
    [[key('one', { tenant: '' })], 'keys[0]: expected a name and a tenant'],
    [[key('one', { expiresAt: 'canary' })], 'keys[0].expiresAt: expected an ISO 8601 instant'],
    [[key('one'), key('one', { sha256: sha256('x') })], 'each name once'],
    [[key('one'), key('two', { sha256: sha256('secret of one').toUpperCase() })], 'each sha256 once'],
  ])('that are wrong are refused, and not shown', (keys, sentence) => {
    expect(() => new AccessKeys(keys)).toThrow(sentence);
    expect(() => new AccessKeys(keys)).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching('canary') }),
    );
  });
});

describe('a counter of windows', () => {
  it('counts by name, and begins anew when the window is over', () => {
    let now = 1000;
    const counter = new WindowCounter(2, 100, () => now);
    expect(counter.take('a')).toEqual({ left: 1, resetMs: 100 });
    now = 1099;
    expect(counter.take('a')).toEqual({ left: 0, resetMs: 1 });
    expect(counter.take('a')).toEqual({ left: -1, resetMs: 1 });
    expect(counter.take('b')).toEqual({ left: 1, resetMs: 100 });
    now = 1100;
    expect(counter.take('a')).toEqual({ left: 1, resetMs: 100 });
  });

  it('remembers 10,000 names at most, the newest', () => {
    const counter = new WindowCounter(5, 100, () => 0);
    for (let name = 0; name <= 10_000; name++) counter.take(String(name));
    expect(counter.take('0').left).toBe(4); // was forgotten
    expect(counter.take('10000').left).toBe(3);
  });
});
