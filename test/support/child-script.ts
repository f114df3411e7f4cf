import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endChild } from './end-child';

/** A node process that runs a TypeScript file of the tests; what it prints is read line by line. */
export interface ChildScript {
  readonly lines: AsyncIterableIterator<string>;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  end(): void;
}

/** @param script path below `test/`. */
export function runChildScript(script: string, ...args: string[]): ChildScript {
  const hook = join(__dirname, '..', 'child-processes', 'typescript-hook.js');
  const child = spawn(process.execPath, ['--require', hook, join(__dirname, '..', script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  return {
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    ended,
    end: () => endChild(child, 'SIGKILL'),
  };
}
