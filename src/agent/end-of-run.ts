import type { EffectLedger } from '../core/effect-ledger';
import type { Action, Run } from '../core/run';
import type { Fact, Outcome } from '../core/run-event';
import { keyOf } from '../core/settle-actions';
import type { Observation } from '../core/tool';
import { TOOL_SENTENCES } from '../tools/tool-sentences';

/** The last facts of a run that ends from outside its loop. A write in flight may have happened: the result must show it. */
export async function endOf(run: Run, outcome: Outcome, effects: EffectLedger | undefined): Promise<Fact[]> {
  const isWriting = ({ state, effect }: Action): boolean => state === 'started' && effect === 'write';
  const facts: Fact[] = [];
  for (const action of run.steps.at(-1)?.actions.filter(isWriting) ?? []) {
    const observation = (await recorded(run, action, effects)) ?? unknownEffect(run, action);
    facts.push({ type: 'tool.finished', callId: action.call.id, observation });
  }
  return [...facts, { type: 'run.finished', outcome }];
}

/** What the store knows of a transactional call. That it knows nothing tells nothing here: its transaction may be under way. */
async function recorded(
  { id: runId, tenant }: Run,
  { call, transactional }: Action,
  effects: EffectLedger | undefined,
): Promise<Observation | undefined> {
  if (!transactional) return undefined;
  return effects
    ?.find({ runId, tenant, callId: call.id, idempotencyKey: keyOf(runId, call.id) })
    .catch(() => undefined);
}

function unknownEffect({ language }: Run, { call }: Action): Observation {
  const say = TOOL_SENTENCES[language];
  return { ok: false, content: `${say.interrupted(call.name)} ${say.effectUnknown}`, effectUnknown: true };
}
