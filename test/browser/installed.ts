import { existsSync } from 'node:fs';
import { executablePath } from './chromium';

/** Runs before the tests in a browser: without one they fail at once and say what is missing; they are never skipped. */
export default function installed(): void {
  if (existsSync(executablePath)) return;
  throw new Error(
    `test:browser needs Chromium: expected it at ${executablePath} (CHROMIUM_PATH), got no such file; on Debian: apt-get install chromium`,
  );
}
