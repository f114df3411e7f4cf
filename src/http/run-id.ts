import { RunNotFoundError } from '../core/errors';

/** The path parameter of every route about one run. */
export const RUN_ID = {
  name: 'runId',
  description: 'Id of the run.',
  example: '0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55',
};

/** What cannot be an id of a run is the id of no run. @throws RunNotFoundError */
export function checkedRunId(runId: string): string {
  if (/^[0-9a-f-]{36}$/.test(runId)) return runId;
  throw new RunNotFoundError('No such run');
}
