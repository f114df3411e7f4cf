import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HOOK = join(__dirname, '../child-processes/typescript-hook.js');
const TELL_ADDRESS = join(__dirname, '../child-processes/tell-address.js');
const MAIN = join(__dirname, '../../src/main.ts');

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'react-agent-'));

/** The service in a process of its own, from its sources. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** Where it runs: relative paths are below it. */
  readonly folder: string;
  /** Resolves with the address, rejects with what the process printed when it ends before it listens. */
  readonly listening: Promise<string>;
  readonly exited: Promise<{ code: number | null; signal: string | null; output: string }>;
}

/** What a process gets. */
interface Allowance {
  /** The entry to start. @default that of the service */
  readonly main?: string;
  /** Files, sockets and pipes that it may have open at the same time. */
  readonly openFiles?: number;
  /** Its largest heap, in MB. */
  readonly heapMb?: number;
}

export function startProcess(
  variables: Record<string, string>,
  { main = MAIN, openFiles, heapMb }: Allowance = {},
): ServiceProcess {
  const env = { PATH: process.env.PATH ?? '', PORT: '0', LOG_FORMAT: 'json', ...variables };
  // its own folder, so that no .env of the checkout is read
  const folder = temporaryFolder();
  const heap = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
  const command = [process.execPath, ...heap, '--require', HOOK, '--require', TELL_ADDRESS, main];
  const limited = openFiles === undefined ? [] : ['sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh'];
  const [program = '', ...words] = [...limited, ...command];
  const child = spawn(program, words, {
    env,
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const read = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout!.on('data', read);
  child.stderr!.on('data', read);
  const exited = new Promise<{ code: number | null; signal: string | null; output: string }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, output }));
  });
  const listening = new Promise<string>((resolve, reject) => {
    child.on('message', (message: { listening?: string }) => message.listening && resolve(message.listening));
    void exited.then((end) => reject(new Error(end.output)));
  });
  listening.catch(() => undefined); // a test may look only at how the process ends
  return { child, folder, listening, exited };
}
