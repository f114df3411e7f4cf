import { Logger } from '@nestjs/common';
import { isTimeout } from '../core/deadline';
import { ToolError } from '../core/errors';
import { sentencesOf, type Execution } from './execution';
import { stackOf, thrownText } from './thrown-text';

const logger = new Logger('Tool');

/** Why a tool was stopped, for the model. */
export function abortText(execution: Execution, signal: AbortSignal): string {
  const { tool, context } = execution;
  const say = sentencesOf(execution);
  const { signal: runSignal, maxMs } = context;
  if (runSignal.aborted && !isTimeout(runSignal)) return say.cancelled(tool.spec.name);
  const outOfTime = runSignal.aborted || (isTimeout(signal) && maxMs !== undefined && maxMs < tool.timeoutMs);
  return outOfTime ? say.outOfTime(tool.spec.name) : say.timedOut(tool.spec.name, tool.timeoutMs);
}

/** A fault of the tool, for the model; its stack is logged. */
export function failureText(execution: Execution, thrown: unknown): string {
  const { tool, call } = execution;
  const say = sentencesOf(execution);
  const { name } = tool.spec;
  const message = thrownText(thrown) ?? say.noReason;
  logger.warn(`Tool "${name}" failed in call ${call.id}: ${message}`, stackOf(thrown));
  return say.failed(name, message);
}

/** Nobody waits any more, and an unhandled rejection would end the process. To stop when told to is no fault. */
export function logLate({ tool, call }: Execution, thrown: unknown, signal: AbortSignal): void {
  if (thrown === signal.reason) return;
  logger.warn(
    `Tool "${tool.spec.name}" failed in call ${call.id} after it was stopped: ${thrownText(thrown) ?? 'no reason'}`,
  );
}

/** A ToolError is worded for the model and is no fault of the tool; of a tool that writes, it says that nothing happened. */
export const isToolError = (thrown: unknown): thrown is ToolError => {
  try {
    return thrown instanceof ToolError;
  } catch {
    return false; // a proxy may throw when it is asked for its class
  }
};
