import { deadline } from '../core/deadline';
import type { Observation, ToolContext, ToolResult } from '../core/tool';
import { observed, sentencesOf, toolContextOf, unknownEffect, UsageCount, type Execution } from './execution';
import { abortText, failureText, isToolError, logLate } from './fault-text';
import { invokeInTransaction } from './invoke-in-transaction';
import { reconcileTool } from './reconcile-tool';
import { endingOf, inTime } from './tool-ending';

/** How long a write that was stopped may take to end, in ms, before it counts as still going on. */
const STOP_MS = 200;

/**
 * Runs one validated call under its own timer. Never rejects, and returns when the signal aborts even if the tool does not: what
 * becomes of the tool after that is only logged.
 */
export async function invokeTool(execution: Execution): Promise<ToolResult> {
  const { tool, context } = execution;
  const { maxMs = Infinity } = context;
  if (context.signal.aborted || maxMs <= 0)
    return { observation: observed(execution, false, sentencesOf(execution).notStarted(tool.spec.name)) };
  const timer = deadline(context.signal, Math.min(tool.timeoutMs, maxMs));
  const count = new UsageCount();
  const toolContext = toolContextOf(execution, timer.signal, count);
  try {
    const observation = tool.options.transactional
      ? await invokeInTransaction(execution, toolContext)
      : await invokePlainly(execution, toolContext, count);
    return { observation, ...count.field };
  } finally {
    timer.dispose();
  }
}

async function invokePlainly(execution: Execution, context: ToolContext, count: UsageCount): Promise<Observation> {
  const { tool, input } = execution;
  const { signal } = context;
  const { ending, over } = await endingOf(
    () => tool.handler.execute(input, context),
    signal,
    (thrown) => logLate(execution, thrown, signal),
  );
  if (ending === 'aborted') return afterFault(execution, abortText(execution, signal), over, count);
  if ('thrown' in ending) {
    if (isToolError(ending.thrown)) return observed(execution, false, ending.thrown.message);
    return afterFault(execution, failureText(execution, ending.thrown), over, count);
  }
  try {
    return observed(execution, true, ending.value);
  } catch (error) {
    return afterFault(execution, failureText(execution, error), over, count); // it cannot be written, whatever it is
  }
}

/** A write that failed may have happened all the same. That it did not counts only when nothing of it goes on any more. */
async function afterFault(
  execution: Execution,
  fault: string,
  over: Promise<unknown>,
  count: UsageCount,
): Promise<Observation> {
  const { options, handler } = execution.tool;
  if (options.effect === 'read') return observed(execution, false, fault);
  if (!handler.reconcile) return unknownEffect(execution, fault);
  const goesOn = (await inTime(over, STOP_MS)) === 'late';
  const became = await reconcileTool(execution, count);
  if (became?.happened) return reconciled(execution, became.observation);
  if (!became || goesOn) return unknownEffect(execution, fault);
  return observed(execution, false, `${fault} ${sentencesOf(execution).noEffect}`);
}

/** What a tool found out about a write that happened. */
export function reconciled(execution: Execution, observation: unknown): Observation {
  try {
    return observed(execution, true, observation);
  } catch (error) {
    return unknownEffect(execution, failureText(execution, error));
  }
}
