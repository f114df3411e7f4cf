// Builds at the end of an install of the checkout, so that `npm start` starts at once. An install without development
// packages cannot build: it is left to whoever brings dist/ along.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';

const canBuild = (() => {
  try {
    createRequire(import.meta.url).resolve('@nestjs/cli/package.json');
    return true;
  } catch {
    return false;
  }
})();

if (canBuild) execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' });
