import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';

/** The promises, as counts of what broke them, and of what they were counted over. */
export interface Count {
  /** Runs that the service has accepted. */
  acknowledged: number;
  effects: number;
  /** Processes that the tests ended with SIGKILL, by themselves or from within. */
  kills: number;
  lost: number;
  doubled: number;
  stuck: number;
  deaths: number;
}

const NOTHING: Count = { acknowledged: 0, effects: 0, kills: 0, lost: 0, doubled: 0, stuck: 0, deaths: 0 };

/** Counts in one spec file; what it has is added to the figures of the whole at its end. Call it at the top of the file. */
export function figures(): Count {
  const count = { ...NOTHING };
  afterAll(() => {
    const file = process.env.FAULTS_FIGURES;
    const suite = basename(expect.getState().testPath ?? '');
    if (file !== undefined) appendFileSync(file, `${JSON.stringify({ suite, ...count })}\n`);
  });
  return count;
}
