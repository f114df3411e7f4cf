import type { ChildProcess } from 'node:child_process';

/**
 * Sends a signal to a child that may have ended already. Not `child.kill()`: libuv's number of a child that was just reaped is 0
 * until its 'exit' is told, and a signal to 0 goes to every process of the caller's group.
 */
export function endChild({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended by itself
  }
}
