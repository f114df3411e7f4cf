import { Logger } from '@nestjs/common';
import { deadline } from '../core/deadline';
import { toolContextOf, type Execution, type UsageCount } from './execution';
import type { Reconciled } from './react-tool.decorator';
import { thrownText } from './thrown-text';
import { endingOf } from './tool-ending';

const logger = new Logger('Tool');

/** How long a tool may take to find out what became of a call, in ms. */
const RECONCILE_TIMEOUT_MS = 5_000;

/** The same when the run was cancelled or is past its deadline: it ends without this call a second after that. */
const LAST_RECONCILE_MS = 600;

/**
 * Asks the tool what became of a write. Undefined when it has no `reconcile`, does not know, throws, takes too long, or answers
 * something else than was agreed.
 */
export async function reconcileTool(execution: Execution, count: UsageCount): Promise<Reconciled> {
  const { tool, input, context } = execution;
  const { handler } = tool;
  if (!handler.reconcile) return undefined;
  const timer = context.signal.aborted
    ? deadline(new AbortController().signal, LAST_RECONCILE_MS)
    : deadline(context.signal, RECONCILE_TIMEOUT_MS);
  const toolContext = toolContextOf(execution, timer.signal, count);
  try {
    const { ending } = await endingOf(
      () => handler.reconcile?.(context.idempotencyKey, input, toolContext),
      timer.signal,
      () => undefined,
    );
    if (ending === 'aborted') return unclear(execution, 'gave no answer in time');
    if ('thrown' in ending) return unclear(execution, `failed: ${thrownText(ending.thrown) ?? 'no reason'}`);
    if (ending.value === undefined || isReconciled(ending.value)) return ending.value;
    return unclear(execution, 'answered neither { happened: true, observation }, { happened: false } nor undefined');
  } finally {
    timer.dispose();
  }
}

function unclear({ tool, call }: Execution, what: string): undefined {
  logger.warn(`Tool "${tool.spec.name}" was asked what became of call ${call.id} and ${what}`);
}

const isReconciled = (value: unknown): value is NonNullable<Reconciled> =>
  typeof value === 'object' && value !== null && 'happened' in value && typeof value.happened === 'boolean';
