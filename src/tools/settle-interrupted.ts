import { Logger } from '@nestjs/common';
import type { EffectLedger } from '../core/effect-ledger';
import type { InvokeContext, Observation, ToolCall, ToolResult } from '../core/tool';
import { UsageCount, type Execution } from './execution';
import { reconciled } from './invoke-tool';
import { reconcileTool } from './reconcile-tool';
import type { RegisteredTool } from './registered-tool';
import { inTime } from './tool-ending';
import { checkInput } from './validate-input';

const logger = new Logger('Tool');

/** By the store's record of a transactional call: no row, no effect. */
export async function settledByRecord(
  effects: EffectLedger,
  call: ToolCall,
  { run, idempotencyKey }: InvokeContext,
  unknown: Observation,
): Promise<ToolResult | undefined> {
  try {
    const observation = await effects.find({ tenant: run.tenant, runId: run.id, callId: call.id, idempotencyKey });
    return observation && { observation };
  } catch (error) {
    logger.warn(`The record of call ${call.id} of "${call.name}" could not be read: ${String(error)}`);
    return { observation: unknown };
  }
}

/** By the tool's own `reconcile`. */
export async function settledByTool(execution: Execution, unknown: Observation): Promise<ToolResult | undefined> {
  const count = new UsageCount();
  const became = await reconcileTool(execution, count);
  if (became && !became.happened) return undefined;
  return { observation: became ? reconciled(execution, became.observation) : unknown, ...count.field };
}

/** A recorded input as the tool takes it today; undefined when it does not take it any more. */
export async function checkedAgain(recorded: object, tool: RegisteredTool): Promise<object | undefined> {
  try {
    const checked = await inTime(checkInput(recorded, tool), tool.timeoutMs);
    return checked !== 'late' && checked.ok ? checked.input : undefined;
  } catch {
    return undefined; // a validator of the app's own failed
  }
}
