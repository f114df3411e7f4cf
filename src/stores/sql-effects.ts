import type { ControlledTransaction, Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { RunConflictError, StoreError } from '../core/errors';
import type { EffectCall, EffectKey, EffectLedger, EffectWork } from '../core/effect-ledger';
import type { Observation } from '../core/tool';
import type { StoreSchema } from './schema';
import { storableJson, storableText } from './storable-text';
import { storeFault } from './store-fault';

type Open = ControlledTransaction<StoreSchema>;

/**
 * Effects of tools in the database of the runs. SQLite has one connection: while a transaction is open, appends and reads wait for
 * it, and the next one too; it ends with its signal at the latest. Postgres gives it a connection of its own.
 */
export class SqlEffects implements EffectLedger {
  constructor(private readonly database: Kysely<StoreSchema>) {}

  async find({ idempotencyKey, runId, tenant }: EffectKey): Promise<Observation | undefined> {
    try {
      const row = await this.database
        .selectFrom('effects as effect')
        .innerJoin('runs as run', 'run.run_id', 'effect.run_id')
        .select('effect.observation')
        .where('effect.key', '=', storableText(idempotencyKey))
        .where('effect.run_id', '=', storableText(runId))
        .where('run.tenant', '=', storableText(tenant))
        .executeTakeFirst();
      return row && observationFrom(row.observation);
    } catch (error) {
      throw storeFault(error, 'read');
    }
  }

  async commit(call: EffectCall, work: EffectWork, signal: AbortSignal): Promise<Observation | undefined> {
    const transaction = await this.#begin(signal);
    let observation: Observation;
    try {
      const isNew = await untilAborted(stored(claim(transaction, call)), signal);
      if (!isNew) {
        await transaction.rollback().execute();
        return await this.#recorded(call);
      }
      observation = await untilAborted(work(transaction), signal);
      await stored(record(transaction, call, observation));
    } catch (error) {
      // what the tool still sends through its handle is refused from here on, also while a statement of its own hangs
      const rollback = transaction.isRolledBack ? undefined : transaction.rollback().execute();
      rollback?.catch(() => undefined); // a connection that is gone took its transaction along
      if (!signal.aborted) await rollback?.catch(() => undefined);
      throw error;
    }
    return this.#end(transaction, call, observation);
  }

  async #begin(signal: AbortSignal): Promise<Open> {
    const begun = stored(this.database.startTransaction().execute());
    try {
      return await untilAborted(begun, signal);
    } catch (error) {
      begun.then((late) => late.rollback().execute()).catch(() => undefined); // its turn came too late
      throw error;
    }
  }

  /** The other call's outcome. It has committed: until then its row cannot be seen, and the claim waits for it. */
  async #recorded(call: EffectCall): Promise<Observation> {
    const observation = await this.find(call);
    if (observation) return observation;
    throw new StoreError(`The effect ${call.idempotencyKey} is recorded for another run`);
  }

  /** A commit that fails where the rollback succeeds has changed nothing; with the connection gone only the record tells. */
  async #end(transaction: Open, call: EffectCall, observation: Observation): Promise<Observation | undefined> {
    try {
      await transaction.commit().execute();
      return observation;
    } catch (error) {
      const isLost = await transaction
        .rollback()
        .execute()
        .then(
          () => false,
          () => true,
        );
      if (!isLost) throw storeFault(error, 'written');
      return this.find(call).catch(() => undefined);
    }
  }
}

/** Takes the key, before the tool does anything: of two that come at the same time the second waits here. @returns false when it is taken */
async function claim(transaction: Open, call: EffectCall): Promise<boolean> {
  const run = await transaction.selectFrom('runs').select('run_id').where(isOurs(call)).executeTakeFirst();
  if (!run) throw notOurs(call);
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('effects')
    .values({
      key: storableText(call.idempotencyKey),
      run_id: run.run_id,
      call_id: storableText(call.callId),
      tool: storableText(call.tool),
      at: call.at,
      observation: '',
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Writing the run's row holds off its next event until the commit: a run that ended meanwhile, elsewhere, gets no effect. */
async function record(transaction: Open, call: EffectCall, observation: Observation): Promise<void> {
  const effect = await transaction
    .updateTable('effects')
    .set({ observation: storableJson(observation) })
    .where('key', '=', storableText(call.idempotencyKey))
    .executeTakeFirstOrThrow();
  if (effect.numUpdatedRows !== 1n) throw new StoreError('The store has ended the transaction by itself');
  const run = await transaction
    .updateTable('runs')
    .set({ status: 'running' })
    .where(isOurs(call))
    .executeTakeFirstOrThrow();
  if (run.numUpdatedRows !== 1n) throw notOurs(call);
}

/** A run that goes on, and that nobody has taken since. */
const isOurs =
  ({ runId, tenant, lease }: EffectCall) =>
  (where: ExpressionBuilder<StoreSchema, 'runs'>): Expression<SqlBool> =>
    where.and([
      where('run_id', '=', storableText(runId)),
      where('tenant', '=', storableText(tenant)),
      where('status', '=', 'running'),
      ...(lease ? [where('lease_token', '=', lease.token)] : []),
    ]);

const notOurs = ({ runId }: EffectCall): RunConflictError =>
  new RunConflictError(`Run ${runId} does not go on here any more: its tool can change nothing`);

function observationFrom(body: string): Observation {
  const { ok, content, fullLength, untrusted } = JSON.parse(body) as Observation;
  return { ok, content, ...(fullLength !== undefined && { fullLength }), ...(untrusted && { untrusted }) };
}

async function stored<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw storeFault(error, 'written');
  }
}

/** @throws what `work` throws, or `signal.reason` as soon as it is aborted */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined); // after the abort nobody waits for it
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
