import assert from 'node:assert/strict';
import { Test } from '@nestjs/testing';
import { OpenAiModel, ReActAgentModule, ReActAgentService } from 'nest-react-agent';
import { answers, startModelServer, thinksThenActs } from 'nest-react-agent/testing';
import { StockService } from './stock.service';
import { QueryStockTool } from './stock.tool';

/** A test of an agent, without a network: the model is a script, everything else is real. */
export async function stockExample(): Promise<void> {
  const server = await startModelServer([
    thinksThenActs('I look into the warehouse.', 'queryStock', { article: 'A-17' }),
    answers('There are 42 pieces of A-17.'),
  ]);
  const model = new OpenAiModel({ baseUrl: server.baseUrl, model: 'scripted' });
  const agents = [{ name: 'clerk', instructions: 'You answer questions about the warehouse.', tools: ['queryStock'] }];
  const imports = [ReActAgentModule.forRoot({ model, agents })];
  const app = await Test.createTestingModule({ imports, providers: [StockService, QueryStockTool] }).compile();
  await app.init();

  const result = await app.get(ReActAgentService).ask({ question: 'How many A-17 are left?' });

  assert.equal(result.finalAnswer, 'There are 42 pieces of A-17.');
  assert.deepEqual(result.steps[0]?.actionInput, { article: 'A-17' });
  assert.match(JSON.stringify(server.calls[1]?.body), /42/); // the observation went back to the model
  await app.close();
  await server.close();
}
