import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent } from '../../src/core/run-event';
import type { Recording } from './recording';
import { VIEWS } from './views';

const LOGS = join(__dirname, 'logs');

/** Logs of the version in the works; the other folders are called after the released versions whose logs they hold. */
export const UNRELEASED = 'unreleased';

const EVENTS = '.events.jsonl';

export const versions = (): string[] => (existsSync(LOGS) ? readdirSync(LOGS).sort() : []);

export const namesOf = (version: string): string[] =>
  readdirSync(join(LOGS, version))
    .filter((file) => file.endsWith(EVENTS))
    .map((file) => file.slice(0, -EVENTS.length))
    .sort();

/** Files that belong to no log. */
export function orphansOf(version: string): string[] {
  const known = namesOf(version).flatMap((name) =>
    [EVENTS, ...Object.keys(VIEWS).map((view) => `.${view}`)].map((ending) => name + ending),
  );
  return readdirSync(join(LOGS, version)).filter((file) => !known.includes(file));
}

export const readLog = (version: string, name: string): RunEvent[] =>
  linesOf(readFileSync(join(LOGS, version, name + EVENTS), 'utf8')).map((line) => JSON.parse(line) as RunEvent);

export const readView = (version: string, name: string, view: string): string =>
  readFileSync(join(LOGS, version, `${name}.${view}`), 'utf8');

/** Takes the place of all logs of the version in the works. */
export function writeLogs(recordings: readonly Recording[]): void {
  rmSync(join(LOGS, UNRELEASED), { recursive: true, force: true });
  mkdirSync(join(LOGS, UNRELEASED), { recursive: true });
  for (const { name, events } of recordings) {
    writeFileSync(join(LOGS, UNRELEASED, name + EVENTS), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  }
}

/** Renders the logs of all versions anew; the logs themselves stay as they are. */
export async function writeViews(): Promise<void> {
  for (const version of versions()) {
    for (const name of namesOf(version)) {
      for (const [view, render] of Object.entries(VIEWS)) {
        writeFileSync(join(LOGS, version, `${name}.${view}`), await render(readLog(version, name)));
      }
    }
  }
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
