import { startProcess, temporaryFolder } from './process';
import { endChild } from '../support/end-child';

describe('the boot stops with a sentence', () => {
  it.each([
    [
      'a host that everyone can reach, without keys',
      { HOST: '0.0.0.0' },
      /HOST: expected a loopback address.*REACT_ALLOW_ANONYMOUS=true/,
    ],
    [
      'another database',
      { DATABASE_URL: 'mysql://u:secret@db/x' },
      /DATABASE_URL: expected postgres:.*got a value \(not shown\)/,
    ],
    [
      'a data folder that cannot be made',
      { REACT_DATA_DIR: '/proc/x' },
      /^REACT_DATA_DIR: expected a directory that this process can make and write, got "\/proc\/x": .* \(ENOENT\)$/m,
    ],
    [
      'a Postgres that is not there',
      { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' },
      /DATABASE_URL: expected a Postgres database.*got 127\.0\.0\.1:1\/x: .*nothing listens/,
    ],
    [
      'a reader without a database',
      { REACT_SQL_DATABASE_URL: 'postgres://u:secret@db/x' },
      /REACT_SQL_DATABASE_URL: expected no value, because DATABASE_URL is not set/,
    ],
    ['Redis', { REDIS_URL: 'redis://localhost' }, /REDIS_URL: expected no value/],
    ['approvals', { REACT_APPROVALS: 'maybe' }, /REACT_APPROVALS: expected one of: on, off, got "maybe"/],
    [
      'an exemption of a tool that is not there',
      { REACT_APPROVALS_EXEMPT: 'applyRefund,applyRefunds' },
      /REACT_APPROVALS_EXEMPT\): expected names of tools that write \(.*applyRefund.*\), got "applyRefunds"/,
    ],
    [
      'another protocol',
      { REACT_PROTOCOL: 'xml' },
      /REACT_PROTOCOL: expected one of: text, json, native, auto, got "xml"/,
    ],
    [
      'an address without a model',
      { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' },
      /OPENAI_MODEL: expected the name of a model/,
    ],
    [
      'a limit with a unit',
      { REACT_DEADLINE_MS: '3m' },
      /REACT_DEADLINE_MS: expected an integer from 1000 to 86400000, got "3m"/,
    ],
    [
      'an unknown default agent',
      { REACT_DEFAULT_AGENT: 'nobody' },
      /REACT_DEFAULT_AGENT\): expected one of: sales, bitmall, shop, weather, replenishment, got "nobody"/,
    ],
  ])('for %s', async (_, variables, sentence) => {
    const { exited } = startProcess({ REACT_DATA_DIR: temporaryFolder(), ...variables });
    const { code, output } = await exited;
    expect(code).toBe(1);
    expect(output).toMatch(sentence);
    expect(output).not.toMatch(/secret|\n\s+at /);
  });

  it('for a second server on one data folder', async () => {
    const REACT_DATA_DIR = temporaryFolder();
    const first = startProcess({ REACT_DATA_DIR });
    await first.listening;
    const second = await startProcess({ REACT_DATA_DIR }).exited;
    expect(second.code).toBe(1);
    expect(second.output).toContain(REACT_DATA_DIR);
    endChild(first.child);
    expect((await first.exited).code).toBe(0);
  });
});

it.each([
  [
    'approvals that are off',
    { REACT_APPROVALS: 'off' },
    /"tools":\["applyRefund","审批补货计划单"\],"untrusted":\[[^\]]*"Search"[^\]]*\].*these tools write unasked, also after the model has read text/,
  ],
  [
    'tools that are exempt',
    { REACT_APPROVALS_EXEMPT: 'applyRefund' },
    /"tools":\["applyRefund"\].*untrusted text in the context is no reason to ask/,
  ],
])('a start says what is done unasked: %s', async (_, variables, line) => {
  const { child, listening, exited } = startProcess({ REACT_DATA_DIR: temporaryFolder(), ...variables });
  await listening;
  endChild(child);
  expect((await exited).output).toMatch(line);
});

it('SIGTERM ends the process with 0, and the next start reads what was stored', async () => {
  const REACT_DATA_DIR = temporaryFolder();
  const first = startProcess({ REACT_DATA_DIR });
  const asked = await fetch(`${await first.listening}/api/react/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: '计算 6*7' }),
  });
  const { runId } = (await asked.json()) as { runId: string };
  endChild(first.child);
  expect((await first.exited).code).toBe(0);
  const second = startProcess({ REACT_DATA_DIR });
  const read = await fetch(`${await second.listening}/api/react/runs/${runId}`);
  expect(await read.json()).toMatchObject({ runId, status: 'answered' });
  endChild(second.child);
  await second.exited;
});

it('a run that fails has one warning in the log, and no error of ours beside it', async () => {
  const variables = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_MODEL: 'gone', REACT_MODEL_TIMEOUT_MS: '3000' };
  const service = startProcess({ REACT_DATA_DIR: temporaryFolder(), ...variables });
  const headers = { 'content-type': 'application/json' };
  const url = `${await service.listening}/api/react/ask`;
  const answer = await fetch(url, { method: 'POST', headers, body: '{"question":"x"}' });
  expect(answer.status).toBe(502);
  endChild(service.child);
  const { output } = await service.exited;
  const levels = output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line).level as number] : []));
  expect(output).toContain('run failed');
  expect(levels.filter((level) => level >= 50)).toEqual([]);
});

it('is found to listen whatever its log says', async () => {
  const service = startProcess({ REACT_DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent' });
  expect((await fetch(`${await service.listening}/health/live`)).status).toBe(200);
  endChild(service.child);
  expect(await service.exited).toEqual({ code: 0, signal: null, output: '' });
});
