import type { EffectCall, EffectLedger, EffectWork } from '../core/effect-ledger';
import type { Observation, ToolContext } from '../core/tool';
import { observed, sentencesOf, unknownEffect, type Execution } from './execution';
import { abortText, failureText, isToolError, logLate } from './fault-text';
import { endingOf, inTime } from './tool-ending';

/** How long a commit that was under way when its time was over may still take, in ms. */
const COMMIT_MS = 800;

const effectCallOf = ({ tool, call, context }: Execution): EffectCall => ({
  tenant: context.run.tenant,
  runId: context.run.id,
  callId: call.id,
  tool: tool.spec.name,
  idempotencyKey: context.idempotencyKey,
  at: Date.now(),
  ...(context.lease && { lease: context.lease }),
});

/** The tool's effect and its observation commit together, so that whatever fails before has changed nothing. */
export async function invokeInTransaction(execution: Execution, context: ToolContext): Promise<Observation> {
  const { tool, input, effects } = execution;
  const { signal } = context;
  if (!effects) throw new Error(`The store of transactional tool "${tool.spec.name}" was not checked`);
  const work: EffectWork = async (transaction) => {
    const { ending } = await endingOf(
      () => tool.handler.execute(input, { ...context, transaction }),
      signal,
      (thrown) => logLate(execution, thrown, signal),
    );
    if (ending === 'aborted') throw signal.reason;
    if ('thrown' in ending) throw ending.thrown;
    return observed(execution, true, ending.value);
  };
  const observation = await committed(effects, execution, work, signal);
  if (observation) return observation;
  const fault = signal.aborted ? abortText(execution, signal) : sentencesOf(execution).commitLost(tool.spec.name);
  return unknownEffect(execution, fault);
}

/** Undefined when nobody knows whether it was committed. */
async function committed(
  effects: EffectLedger,
  execution: Execution,
  work: EffectWork,
  signal: AbortSignal,
): Promise<Observation | undefined> {
  const { noEffect } = sentencesOf(execution);
  const committing = effects.commit(effectCallOf(execution), work, signal);
  try {
    const { ending } = await endingOf(
      () => committing,
      signal,
      () => undefined,
    );
    if (ending === 'aborted') {
      const late = await inTime(committing, COMMIT_MS);
      return late === 'late' ? undefined : late;
    }
    if ('thrown' in ending) throw ending.thrown;
    return ending.value as Observation | undefined;
  } catch (error) {
    if (signal.aborted) return observed(execution, false, `${abortText(execution, signal)} ${noEffect}`);
    if (isToolError(error)) return observed(execution, false, error.message);
    return observed(execution, false, `${failureText(execution, error)} ${noEffect}`);
  }
}
