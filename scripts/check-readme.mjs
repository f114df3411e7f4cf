// Runs the commands of README.md as they are written, and compares what the service answers with what README.md shows.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
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

async function until(ready) {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (await ready().catch(() => false)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The service did not start');
}

for (const file of ['README.md', 'README.zh-CN.md']) {
  const [start, ask] = blocks(file, 'bash');
  const env = { ...process.env, REACT_DATA_DIR: mkdtempSync(join(tmpdir(), 'readme-')) };
  const service = spawn('bash', ['-c', start], { cwd: root, env, stdio: 'inherit', detached: true });
  try {
    await until(async () => (await fetch('http://127.0.0.1:3000/health/ready')).ok);
    const answer = execFileSync('bash', ['-c', ask], { cwd: root }).toString();
    assert.equal(
      settled(answer),
      settled(blocks(file, 'json')[0]),
      `${file} shows another answer than the service gives`,
    );
    process.stdout.write(`${file}: its commands give what it shows\n`);
  } finally {
    process.kill(-service.pid, 'SIGTERM');
    await new Promise((done) => service.on('close', done));
  }
}
