import type { RunEvent } from '../../src/core/run-event';
import type { Count } from './figures';
import { entriesIn, type LedgerEntry } from './ledger/ledger-file';
import { AMOUNTS } from './ledger/ledger.demo';
import type { EndedTask } from './mixed-work';
import { factsOf, problemsOf, problemsOfEffect, refundsOf, type TestDatabase } from './stored-runs';

interface Records {
  readonly count: Count;
  readonly database: TestDatabase;
  readonly ledger: readonly LedgerEntry[];
  /** How runs may fail: an end that is told is no loss. */
  readonly failures: readonly string[];
}

/** What is wrong after all that was asked has ended: with a run, an effect, or something that nobody asked for. Effects are counted. */
export async function problemsOfWork(
  ended: readonly EndedTask[],
  { ledgerFile, ...stored }: Omit<Records, 'ledger'> & { ledgerFile: string },
): Promise<string[]> {
  const ledger = entriesIn(ledgerFile);
  const problems: string[] = [];
  for (const one of ended) {
    const found = await problemsOfTask(one, { ...stored, ledger });
    problems.push(...found.map((problem) => `${one.task.key}, ${one.task.kind}, ${one.result.runId}: ${problem}`));
  }
  const known = new Set(ended.map(({ result }) => result.runId));
  const runs = await stored.database.selectFrom('runs').select('run_id').execute();
  for (const { run_id } of runs)
    if (!known.has(run_id)) problems.push(`${run_id} was started by a request for another run`);
  for (const { key } of ledger) if (!known.has(key.split(':')[0]!)) problems.push(`${key} is the effect of no run`);
  return problems;
}

async function problemsOfTask({ task, result }: EndedTask, records: Records): Promise<string[]> {
  const facts = await factsOf(records.database, result.runId);
  const problems = problemsOf(facts, result);
  const { status, failureReason } = result;
  if (status !== 'answered' && !records.failures.includes(failureReason ?? ''))
    problems.push(`ended as ${status}, ${failureReason}`);
  if (task.kind === 'refund') problems.push(...(await problemsOfRefund({ task, result }, facts, records)));
  if (task.kind === 'pay' || task.kind === 'payKnown') {
    for (const amount of AMOUNTS) problems.push(...problemsOfPayment({ task, result }, amount, facts, records));
  }
  return problems;
}

async function problemsOfRefund(
  { task, result }: EndedTask,
  facts: readonly RunEvent[],
  { count, database }: Records,
): Promise<string[]> {
  const refunds = await refundsOf(database, task.subject);
  counted(count, refunds.length);
  const problems = refunds.flatMap(({ idempotency_key }) => problemsOfEffect(facts, idempotency_key));
  const steps = result.steps.filter(({ action }) => action === 'applyRefund');
  const told = steps.filter(({ ok }) => ok).length;
  const isUnknown = steps.some(({ ok, effectUnknown }) => !ok && effectUnknown);
  if (refunds.length !== told && !isUnknown && result.status === 'answered')
    problems.push(`${refunds.length} refunds, of which it told ${told}`);
  // the shop refunds an order once, however often it is asked: a second request shows in what it was told
  if (steps.some(({ observation }) => observation?.includes('"existed":true'))) problems.push('was requested twice');
  return problems;
}

function problemsOfPayment(
  { task, result }: EndedTask,
  amount: number,
  facts: readonly RunEvent[],
  { count, ledger }: Records,
): string[] {
  const entries = ledger.filter(({ args }) => args.account === task.subject && args.amount === amount);
  counted(count, entries.length);
  const problems = entries.flatMap(({ key }) => problemsOfEffect(facts, key, { isFree: true }));
  if (entries.length > 1) problems.push(`${amount} was paid ${entries.length} times`);
  const step = result.steps.find(({ actionInput }) => (actionInput as { amount?: number } | null)?.amount === amount);
  const isTold = step?.ok === true || (task.kind === 'pay' && step?.effectUnknown === true);
  if (result.status === 'answered' && !isTold) problems.push(`${amount} has the outcome ${JSON.stringify(step)}`);
  if (step?.ok === true && entries.length === 0) problems.push(`${amount} is told as paid, and was not`);
  return problems;
}

function counted(count: Count, effects: number): void {
  count.effects += effects;
  count.doubled += Math.max(0, effects - 1);
}
