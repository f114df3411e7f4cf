// Records the golden logs of the version in the works anew, and renders those of all versions. Look at the difference.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const run = (spec, env) =>
  spawnSync(process.execPath, [jest, spec], {
    cwd: new URL('../', import.meta.url),
    env: { ...process.env, ...env },
    stdio: 'inherit',
  }).status ?? 1;

process.exitCode = run('test/golden/recording.spec.ts', { GOLDEN_UPDATE: '1' }) || run('test/golden/logs.spec.ts', {});
