import { RunDamagedError } from '../core/errors';
import { problem, ProblemError } from './problem';

/** What would change a run that cannot be read is refused for what the run is: no fault of the service stands in its way. */
export function unlessDamaged<Result>(runId: string, work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (!(error instanceof RunDamagedError)) throw error;
    throw new ProblemError(problem(409, error.code, error.message, { runId }));
  });
}
