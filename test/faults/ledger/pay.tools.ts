import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { IsInt, IsString, Length } from 'class-validator';
import { Describe, ReActTool, ToolError, type ToolContext, type ToolHandler } from '../../../src/index';
import type { Reconciled } from '../../../src/tools/react-tool.decorator';
import { enter, entriesIn } from './ledger-file';

export class PayInput {
  @Describe('who is paid')
  @IsString()
  @Length(1, 32)
  account!: string;

  @Describe('how much, in cents')
  @IsInt()
  amount!: number;
}

/** Before and after the effect, so that a process can die on each side of it, in ms. */
const PAUSE_MS = 15;

async function pay({ account, amount }: PayInput, { idempotencyKey }: ToolContext): Promise<object> {
  const file = process.env.FAULTS_LEDGER;
  if (file === undefined) throw new ToolError('There is no ledger: set FAULTS_LEDGER to a file');
  await sleep(PAUSE_MS);
  enter(file, { key: idempotencyKey, args: { account, amount }, t: Date.now() });
  await sleep(PAUSE_MS);
  return { paid: amount };
}

/** Nothing tells what became of a call that was cut off. */
@ReActTool({ name: 'pay', description: 'Pays an account.', input: PayInput, effect: 'write' })
@Injectable()
export class PayTool implements ToolHandler<PayInput> {
  execute(input: PayInput, context: ToolContext): Promise<object> {
    return pay(input, context);
  }
}

/** The ledger can be asked what became of a call. */
@ReActTool({ name: 'payKnown', description: 'Pays an account, by key.', input: PayInput, effect: 'write' })
@Injectable()
export class PayKnownTool implements ToolHandler<PayInput> {
  execute(input: PayInput, context: ToolContext): Promise<object> {
    return pay(input, context);
  }

  reconcile(key: string, { amount }: PayInput): Reconciled {
    const entry = entriesIn(process.env.FAULTS_LEDGER ?? '').find((known) => known.key === key);
    return entry ? { happened: true, observation: { paid: amount } } : { happened: false };
  }
}

/** Several leases of whoever tests this. */
const SLOW_MS = 6_000;

/** Takes its time after the effect; its process goes on meanwhile. */
@ReActTool({ name: 'paySlow', description: 'Pays an account, slowly.', input: PayInput, effect: 'write' })
@Injectable()
export class PaySlowTool implements ToolHandler<PayInput> {
  async execute(input: PayInput, context: ToolContext): Promise<object> {
    const paid = await pay(input, context);
    await sleep(SLOW_MS);
    return paid;
  }
}

/** Longer than the lease of whoever tests this. */
const BLOCKED_MS = 10_000;

/** After the effect the whole process stands still, as with a long computation or a synchronous call. */
@ReActTool({ name: 'payBlocked', description: 'Pays an account, and blocks.', input: PayInput, effect: 'write' })
@Injectable()
export class PayBlockedTool implements ToolHandler<PayInput> {
  async execute(input: PayInput, context: ToolContext): Promise<object> {
    const paid = await pay(input, context);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
    return paid;
  }
}
