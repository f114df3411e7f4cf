import { toReActResult } from '../../src/core/react-result';
import { fold } from '../../src/core/run';
import type { RunEvent } from '../../src/core/run-event';
import type { Kysely } from 'kysely';
import type { BitmallTables, RefundRow } from '../../src/demos/bitmall/bitmall.tables';
import type { StoreSchema } from '../../src/stores/schema';

export type TestDatabase = Kysely<StoreSchema & BitmallTables>;

/** The facts of a run as they are stored, however damaged. */
export async function factsOf(database: TestDatabase, runId: string): Promise<RunEvent[]> {
  const rows = await database
    .selectFrom('run_events')
    .select('body')
    .where('run_id', '=', runId)
    .orderBy('seq')
    .execute();
  return rows.map(({ body }) => JSON.parse(body) as RunEvent);
}

export const refundsOf = (database: TestDatabase, orderId: string): Promise<RefundRow[]> =>
  database.selectFrom('bitmall_refunds').selectAll().where('order_id', '=', orderId).execute();

/** How many runs went on after a stop of their process. */
export async function resumedRuns(database: TestDatabase): Promise<number> {
  const rows = await database
    .selectFrom('run_events')
    .select('run_id')
    .distinct()
    .where('body', 'like', '%"resumed":true%')
    .execute();
  return rows.length;
}

/** What is wrong with the facts of a run that has ended; empty when nothing is. */
export function problemsOf(facts: readonly RunEvent[], shown: object): string[] {
  const problems: string[] = [];
  facts.forEach(({ seq }, index) => {
    if (seq !== index + 1) problems.push(`fact ${index + 1} has the number ${seq}`);
  });
  const ends = facts.filter(({ type }) => type === 'run.finished').length;
  if (ends !== 1 || facts.at(-1)?.type !== 'run.finished') problems.push(`there are ${ends} ends`);
  for (const [callId, times] of answersOf(facts)) if (times !== 1) problems.push(`${callId} has ${times} answers`);
  if (problems.length > 0) return problems;
  const replayed = JSON.stringify(toReActResult(fold([...facts])));
  return replayed === JSON.stringify(shown) ? [] : [`replayed as ${replayed}`, `shown as ${JSON.stringify(shown)}`];
}

/** How often each call that the model made was answered. */
function answersOf(facts: readonly RunEvent[]): Map<string, number> {
  const answers = new Map<string, number>();
  for (const fact of facts) {
    if (fact.type === 'model.replied' && fact.decision.kind === 'act')
      for (const { id } of fact.decision.calls) answers.set(id, answers.get(id) ?? 0);
    if (fact.type === 'tool.finished') answers.set(fact.callId, (answers.get(fact.callId) ?? 0) + 1);
  }
  return answers;
}

/** What is wrong with an effect: it needs its intent on disk, and before that its approval, unless its tool is `isFree` of one. */
export function problemsOfEffect(facts: readonly RunEvent[], key: string, { isFree = false } = {}): string[] {
  const callId = key.slice(key.indexOf(':') + 1);
  const at = (type: RunEvent['type']): number =>
    facts.findIndex((fact) => fact.type === type && 'callId' in fact && fact.callId === callId);
  const started = at('tool.started');
  if (started === -1) return [`an effect of ${callId} without a stored intent`];
  if (isFree) return [];
  const approved = at('approval.resolved');
  if (approved === -1 || approved > started) return [`an effect of ${callId} without an approval`];
  return [];
}
