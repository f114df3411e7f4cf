import { readEnvironment } from '../../src/config/environment';

const HASH = 'a1'.repeat(32);
const OTHER = 'b2'.repeat(32);

describe('settings', () => {
  it('have their defaults when nothing is set, and when a variable is empty', () => {
    const expected = {
      HOST: '127.0.0.1',
      PORT: 3000,
      REACT_MAX_STEPS: 10,
      REACT_MAX_TOKENS: 60_000,
      REACT_DEADLINE_MS: 180_000,
    };
    expect(readEnvironment({})).toMatchObject(expected);
    expect(readEnvironment({ PORT: '', HOST: '  ' })).toMatchObject(expected);
  });

  it('are read by kind', () => {
    const environment = readEnvironment({
      PORT: '0',
      OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1',
      OPENAI_MODEL: 'qwen3:8b',
      OPENAI_STREAM: 'off',
      OPENAI_TEMPERATURE: '0.75',
      OPENAI_EXTRA_BODY: '{"enable_thinking":false}',
      REACT_CLOCK: '2026-06-30T19:05:23+08:00',
      REACT_APPROVALS_EXEMPT: ' applyRefund , 审批补货计划单',
    });
    expect(environment).toMatchObject({
      PORT: 0,
      OPENAI_STREAM: false,
      OPENAI_TEMPERATURE: 0.75,
      OPENAI_EXTRA_BODY: { enable_thinking: false },
      REACT_APPROVALS_EXEMPT: ['applyRefund', '审批补货计划单'],
    });
  });

  it.each([
    ['PORT', '70000', 'an integer from 0 to 65535'],
    ['PORT', '0x10', 'an integer from 0 to 65535'],
    ['REACT_MAX_STEPS', '0', 'an integer from 1 to 1000'],
    ['REACT_RETENTION_DAYS', '0', 'an integer from 1 to 36500'],
    ['REACT_RETENTION_DAYS', '30d', 'an integer from 1 to 36500'],
    ['OPENAI_TEMPERATURE', 'hot', 'a number from 0 to 2'],
    ['OPENAI_STREAM', 'yes', 'one of: on, off'],
    ['REACT_APPROVALS_EXEMPT', 'applyRefund,', 'names of tools with commas between them, each once'],
    ['REACT_APPROVALS_EXEMPT', 'a, a', 'names of tools with commas between them, each once'],
    ['OPENAI_BASE_URL', 'ftp://x', 'an http:// or https:// address'],
    ['REACT_CLOCK', '2026-06-30', 'an ISO 8601 instant with a zone'],
    ['REACT_CLOCK', '2026-13-45T00:00:00Z', 'an ISO 8601 instant with a zone'],
    ['REACT_CLOCK', '2026-02-30T00:00:00Z', 'an ISO 8601 instant with a zone'],
    ['REACT_CLOCK', '2026-02-29T00:00:00Z', 'an ISO 8601 instant with a zone'],
    ['REACT_CLOCK', '2026-06-30T24:00:00Z', 'an ISO 8601 instant with a zone'],
    ['OPENAI_API_KEY', 'sk with spaces', 'a key of printable ASCII without spaces, got a value (not shown)'],
    ['OPENAI_EXTRA_HEADERS', '{"x a":"v"}', 'a JSON object of HTTP header names'],
    ['OPENAI_EXTRA_HEADERS', '{"x-a":"line\\nbreak"}', 'a JSON object of HTTP header names'],
    [
      'OPENAI_EXTRA_BODY',
      '{"stream":false}',
      'a JSON object without the fields that the service sets (messages, model, n',
    ],
    [
      'OPENAI_BASE_URL',
      'http://user:canary@x/v1',
      'an http:// or https:// address without user, password, query and fragment, got a value (not shown)',
    ],
    [
      'OPENAI_BASE_URL',
      'http://x/v1?key=canary',
      'an http:// or https:// address without user, password, query and fragment, got a value (not shown)',
    ],
    ['SEARXNG_URL', 'http://x/#a', 'an http:// or https:// address without'],
    ['REACT_TIME_ZONE', 'Mars/Base', 'an IANA time zone'],
    ['LOG_LEVEL', 'loud', 'one of: fatal, error, warn, info, debug, trace, silent'],
  ])('%s=%s is refused with name, expected and got', (name, value, expected) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(`${name}: expected ${expected}`);
  });

  it('a model for summaries needs one that works', () => {
    const alone = (): unknown => readEnvironment({ OPENAI_SMALL_MODEL: 'small' });
    expect(alone).toThrow('OPENAI_MODEL: expected the name of a model because OPENAI_SMALL_MODEL is set, got nothing');
  });

  it.each([
    ['a:b:ask', ['name:tenant:scopes:sha256hex, four parts, in key 1']],
    [`canary:b:ask:${HASH}:x`, [/^as the fifth part, if any, a day or an instant .* in key 1$/]],
    [`a:b:ask:${HASH},`, ['name:tenant:scopes:sha256hex, four parts, in key 2']],
    [`:b:ask:${HASH}`, ['a name of 1 to 64 characters of A-Z, a-z, 0-9, _ . and - in key 1']],
    [`a:can ary:ask:${HASH}`, ['a tenant of 1 to 64 characters of A-Z, a-z, 0-9, _ . and - in key 1']],
    [`a:b:canary:${HASH}`, ['scopes of ask, approve, write, admin, each once, joined by +, in key 1']],
    [`a:b:ask+ask:${HASH}`, ['scopes of ask, approve, write, admin, each once, joined by +, in key 1']],
    ['a:b:ask:canary', ['the SHA-256 of the key in 64 hexadecimal digits in key 1']],
    [`a:b:ask:${HASH},a:b:ask:${OTHER}`, ['another name in key 2, which repeats one']],
    [`a:b:ask:${HASH},c:b:ask:${HASH.toUpperCase()}`, ['another hash in key 2, which repeats one']],
    [
      'a b:c d:e:f',
      [/^a name .* in key 1/, /^a tenant .* in key 1/, /^scopes .* in key 1/, /^the SHA-256 .* in key 1/],
    ],
  ])('REACT_API_KEYS=%s is refused part by part, and nothing of it is shown', (REACT_API_KEYS, faults) => {
    let message = '';
    try {
      readEnvironment({ REACT_API_KEYS });
    } catch (error) {
      message = (error as Error).message;
    }
    const lines = message.split('\n  ').slice(1);
    expect(lines).toHaveLength(faults.length);
    faults.forEach((fault, at) => {
      const [, expected] = /^REACT_API_KEYS: expected (.*), got a value \(not shown\)$/.exec(lines[at]!) ?? [];
      if (fault instanceof RegExp) expect(expected).toMatch(fault);
      else expect(expected).toBe(fault);
    });
    for (const hidden of ['canary', HASH, OTHER]) expect(message).not.toContain(hidden);
  });

  it('keys are read with their tenants and scopes', () => {
    const REACT_API_KEYS = `web:acme:ask:${HASH}, desk-2:umbrella:ask+approve+write:${OTHER.toUpperCase()}`;
    expect(readEnvironment({ REACT_API_KEYS, HOST: '0.0.0.0' }).REACT_API_KEYS).toEqual([
      { name: 'web', tenant: 'acme', scopes: ['ask'], sha256: HASH },
      { name: 'desk-2', tenant: 'umbrella', scopes: ['ask', 'approve', 'write'], sha256: OTHER },
    ]);
  });

  it.each([
    ['2027-01-31', '2027-01-31T00:00:00Z'],
    ['2027-01-31T16:00:00+08:00', '2027-01-31T16:00:00+08:00'],
  ])('a key may expire: %s', (written, expiresAt) => {
    const { REACT_API_KEYS } = readEnvironment({ REACT_API_KEYS: `a:t:ask:${HASH}:${written},b:t:ask:${OTHER}` });
    expect(REACT_API_KEYS).toEqual([
      { name: 'a', tenant: 't', scopes: ['ask'], sha256: HASH, expiresAt },
      { name: 'b', tenant: 't', scopes: ['ask'], sha256: OTHER },
    ]);
  });

  it.each(['', 'soon', '2027-02-30', '2027-01-31T16:00:00', '2027-01-31:canary'])(
    'a key that expires at "%s" stops the start',
    (written) => {
      const read = (): unknown => readEnvironment({ REACT_API_KEYS: `a:t:ask:${HASH}:${written}` });
      expect(read).toThrow(/REACT_API_KEYS: expected as the fifth part, .* in key 1, got a value \(not shown\)/);
    },
  );

  it('all that is wrong is told at once', () => {
    expect(() => readEnvironment({ PORT: 'x', LOG_FORMAT: 'xml' })).toThrow(/PORT: [\s\S]*LOG_FORMAT: /);
  });

  it('a secret is never shown', () => {
    const secret = 'hunter2-canary';
    for (const name of [
      'OPENAI_EXTRA_HEADERS',
      'OPENAI_EXTRA_BODY',
      'REACT_API_KEYS',
      'DATABASE_URL',
      'REACT_SQL_DATABASE_URL',
    ]) {
      expect(() => readEnvironment({ [name]: secret })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining(secret) }),
      );
    }
  });

  it.each(['0.0.0.0', '192.168.1.5', '::', 'example.org', '128.0.0.1', '127.0.0.999', '127.0.0.256'])(
    '%s as a host needs a word of consent',
    (HOST) => {
      expect(() => readEnvironment({ HOST })).toThrow('REACT_ALLOW_ANONYMOUS=true');
      expect(readEnvironment({ HOST, REACT_ALLOW_ANONYMOUS: 'true' }).HOST).toBe(HOST);
    },
  );

  it.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('%s as a host needs none', (HOST) => {
    expect(readEnvironment({ HOST }).HOST).toBe(HOST);
  });

  it('a leap day is a day', () => {
    const REACT_CLOCK = '2028-02-29T23:59:59.999+08:00';
    expect(readEnvironment({ REACT_CLOCK }).REACT_CLOCK).toBe(REACT_CLOCK);
  });

  it('a hosted model needs a key, and an address a model', () => {
    expect(() => readEnvironment({ OPENAI_MODEL: 'gpt' })).toThrow('OPENAI_API_KEY: expected a key');
    expect(() => readEnvironment({ OPENAI_BASE_URL: 'http://x/v1' })).toThrow('OPENAI_MODEL: expected the name');
    expect(() => readEnvironment({ OPENAI_EMBEDDING_MODEL: 'e' })).toThrow('OPENAI_EMBEDDING_MODEL: expected');
  });
});
