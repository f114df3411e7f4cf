import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from '../e2e/process';

const HOOK = join(__dirname, '../child-processes/typescript-hook.js');
const CHAT = join(__dirname, '../../src/chat.ts');
const NODE = [process.execPath, '--require', HOOK, CHAT] as const;

export interface ChatRequest {
  readonly args?: readonly string[];
  readonly variables?: Record<string, string>;
  /** @default a folder of its own, so that no .env of the checkout is read */
  readonly cwd?: string;
}

export interface ChatEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface ChatProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<ChatEnd>;
  /** Resolves when stdout, from what was awaited last on, has the text, with what stands before and in it. */
  until(text: string): Promise<string>;
  type(text: string): void;
}

/** The chat over a pipe, from its sources. */
export const startChat = ({ args = [], variables = {}, cwd = temporaryFolder() }: ChatRequest = {}): ChatProcess =>
  watched(spawn(NODE[0], [...NODE.slice(1), ...args], { env: environment(variables), cwd }));

/** The chat under a pseudo-terminal of util-linux' `script`. */
export function startTerminal({ args = [], variables = {} }: ChatRequest = {}): ChatProcess {
  const command = [...NODE, ...args].map((word) => `'${word}'`).join(' ');
  const env = { TERM: 'xterm', SHELL: '/bin/sh', ...environment(variables) };
  // a group of its own, so that no signal of script's can reach the test runner
  return watched(spawn('script', ['-qec', command, '/dev/null'], { env, cwd: temporaryFolder(), detached: true }));
}

/** Asks everything, one line each, and waits for the end. */
export async function piped(lines: readonly string[], request: ChatRequest = {}): Promise<ChatEnd> {
  const chat = startChat(request);
  chat.child.stdin?.end(lines.map((line) => `${line}\n`).join(''));
  return chat.ended;
}

// the folder that the process is in is its own, so that no .env of the checkout is read
const environment = (variables: Record<string, string>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  LANG: 'C.UTF-8',
  ...variables,
});

function watched(child: ChildProcess): ChatProcess {
  let out = '';
  let err = '';
  let seen = 0;
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = new Promise<ChatEnd>((resolve) => child.on('close', (code) => resolve({ code, out, err })));
  const until = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const at = out.indexOf(text, seen);
        if (at < 0) return;
        const passed = out.slice(seen, at + text.length);
        seen = at + text.length;
        child.stdout?.off('data', look);
        resolve(passed);
      };
      child.stdout?.on('data', look);
      void ended.then((end) => reject(new Error(`ended without ${JSON.stringify(text)}: ${JSON.stringify(end)}`)));
      look();
    });
  return { child, ended, until, type: (text) => void child.stdin?.write(text) };
}
