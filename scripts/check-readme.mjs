// Runs the commands of README.md as they are written, in a fresh copy of the checkout, and compares what the service answers
// with what README.md shows. Nothing is set that a newcomer does not set: the data folder is the default one.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Fenced blocks of a language, in order. */
function blocks(file, language) {
  const parts = readFileSync(join(root, file), 'utf8')
    .split('```' + language + '\n')
    .slice(1);
  return parts.map((part) => part.slice(0, part.indexOf('\n```')));
}

/** What differs from run to run. */
const settled = (text) =>
  JSON.stringify(JSON.parse(text), (key, value) => {
    if (key === 'runId' || key === 'startedAt') return 'varies';
    return key.endsWith('Ms') && key !== 'deadlineMs' ? 0 : value;
  });

async function until(ready, ended) {
  for (let tries = 0; tries < 6000; tries += 1) {
    if (await ready().catch(() => false)) return;
    if (ended()) throw new Error('The command that starts the service ended');
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The service did not start');
}

/** The files that git knows, as they are now. */
function freshCopy() {
  const copy = mkdtempSync(join(tmpdir(), 'readme-'));
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: root }).toString().split('\0').filter(Boolean);
  for (const name of names) if (existsSync(join(root, name))) cpSync(join(root, name), join(copy, name));
  return copy;
}

/** Without the settings of the service that this shell may have. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:REACT_|OPENAI_|SEARXNG_|LOG_|HOST$|PORT$)/.test(name)),
);

for (const file of ['README.md', 'README.zh-CN.md']) {
  const [start, ask] = blocks(file, 'bash');
  const copy = freshCopy();
  const service = spawn('bash', ['-c', start], { cwd: copy, env, stdio: 'inherit', detached: true });
  const closed = new Promise((done) => service.on('close', done));
  const ended = () => service.exitCode !== null || service.signalCode !== null;
  try {
    await until(async () => (await fetch('http://127.0.0.1:3000/health/ready')).ok, ended);
    const answer = execFileSync('bash', ['-c', ask], { cwd: copy }).toString();
    assert.equal(
      settled(answer),
      settled(blocks(file, 'json')[0]),
      `${file} shows another answer than the service gives`,
    );
    process.stdout.write(`${file}: its commands give what it shows\n`);
  } finally {
    if (!ended()) process.kill(-service.pid, 'SIGTERM');
    await closed;
    rmSync(copy, { recursive: true, force: true });
  }
}
