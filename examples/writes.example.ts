import assert from 'node:assert/strict';
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ReActAgentModule, ReActAgentService, ScriptedModel, sqlite, SqlStore } from 'nest-react-agent';
import { OrderMoreTool } from './order-more.tool';
import { ReserveTool, type Warehouse } from './reserve.tool';
import { Supplier } from './supplier';

@Module({ providers: [ReserveTool, OrderMoreTool, Supplier] })
class WarehouseModule {}

/** Both kinds of write: one in the database of the runs, one at a supplier's. */
export async function writesExample(): Promise<void> {
  const database = sqlite<Warehouse>({ file: ':memory:' });
  const store = await SqlStore.open(database); // the runs and the warehouse share a database
  await database.schema.createTable('stock').addColumn('article', 'text').addColumn('free', 'integer').execute();
  await database.insertInto('stock').values({ article: 'A-17', free: 42 }).execute();
  const model = new ScriptedModel([
    'Thought: first\nAction: reserve\nAction Input: {"article":"A-17","pieces":40}',
    'Thought: then\nAction: orderMore\nAction Input: {"article":"A-17"}',
    'Thought: done\nFinal Answer: 40 are reserved, more are ordered.',
  ]);
  const agents = [{ name: 'clerk', instructions: 'You run a warehouse.', tools: ['reserve', 'orderMore'] }];
  const app = await Test.createTestingModule({
    imports: [ReActAgentModule.forRoot({ model, store, agents, approvals: false }), WarehouseModule],
  }).compile();
  app.useLogger(false);
  await app.init();
  const { steps } = await app.get(ReActAgentService).ask({ question: 'We need 40 of A-17' });
  assert.deepEqual(
    steps.map(({ observation }) => observation),
    ['40 pieces of A-17 are reserved', 'A pallet of A-17 is ordered'],
  );
  const left = await database.selectFrom('stock').select('free').executeTakeFirstOrThrow();
  assert.equal(left.free, 2);
  await app.close();
}
