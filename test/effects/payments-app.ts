import { Injectable } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { IsString } from 'class-validator';
import type { Kysely } from 'kysely';
import {
  ReActAgentModule,
  ReActTool,
  SqlStore,
  transactionOf,
  type Model,
  type RunStore,
  type ToolContext,
  type Usage,
} from '../../src';

export interface PaymentsSchema {
  payments: { order_id: string; paid_under: string };
}

class OrderInput {
  @IsString()
  order!: string;
}

const USAGE: Usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, estimated: false };

/** Pays A1 back, once it has seen what came of it answers with that. */
export const payingModel: Model = {
  name: 'pays',
  async *stream({ messages }) {
    const last = String(messages.at(-1)?.content ?? '');
    const text = last.startsWith('Observation:')
      ? `Thought: done\nFinal Answer: ${last}`
      : 'Thought: so\nAction: pay\nAction Input: {"order":"A1"}';
    yield { reply: { text, calls: [], usage: USAGE, finishReason: 'stop' } };
  },
};

export interface PaymentsOptions {
  /** Done in the transaction, after the payment. */
  readonly inTransaction?: (context: ToolContext) => Promise<void>;
  readonly timeoutMs?: number;
  readonly model?: Model;
}

/** An app whose one tool pays in the store's own database. */
export async function paymentsApp(
  store: RunStore,
  { inTransaction, timeoutMs = 15_000, model = payingModel }: PaymentsOptions = {},
): Promise<TestingModule> {
  @ReActTool({
    name: 'pay',
    description: 'Pays an order back.',
    input: OrderInput,
    effect: 'write',
    transactional: true,
    timeoutMs,
  })
  @Injectable()
  class PayTool {
    async execute({ order }: OrderInput, context: ToolContext): Promise<string> {
      const row = { order_id: order, paid_under: context.idempotencyKey };
      await transactionOf<PaymentsSchema>(context).insertInto('payments').values(row).execute();
      await inTransaction?.(context);
      return `${order} is paid`;
    }
  }
  const agents = [{ name: 'clerk', instructions: 'You pay.', tools: ['pay'] }];
  const module = await Test.createTestingModule({
    imports: [ReActAgentModule.forRoot({ model, agents, store })],
    providers: [PayTool],
  }).compile();
  module.useLogger(false);
  return module.init();
}

/** The store and the table of payments in one database. Only one process has it open. */
export async function paymentsStore(database: Kysely<PaymentsSchema>): Promise<SqlStore> {
  const store = await SqlStore.open(database, { isOnlyProcess: true });
  await database.schema
    .createTable('payments')
    .ifNotExists()
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('paid_under', 'text', (column) => column.notNull())
    .execute();
  return store;
}
