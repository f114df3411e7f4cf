import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AgentRegistry } from '../../src/agent/agent-registry';
import { ReActAgentService } from '../../src/agent/react-agent.service';
import type { RunStore } from '../../src/core/run-store';
import type { AgentDefinition } from '../../src/core/agent-definition';
import type { ToolSpec } from '../../src/core/tool';
import { OpenAiModel } from '../../src/models/openai.model';
import { ScriptedModel } from '../../src/models/scripted.model';
import { ReActAgentModule } from '../../src/react-agent.module';
import type { ReActAgentOptions } from '../../src/react-agent.module-definition';
import { sqlite } from '../../src/stores/dialects';
import { MemoryStore } from '../../src/stores/memory.store';
import type { StoreSchema } from '../../src/stores/schema';
import { SqlStore } from '../../src/stores/sql.store';
import { AGENT, HAND_TOOLS, INSTRUCTIONS, QUESTION } from '../scenario';
import type { Loop, LoopSpec } from './loop';
import { ShopModule } from './shop.module';
import { watchedRunOf } from './watched-run';

@Module({})
class BenchModule {}

const SHOP: AgentDefinition = { name: AGENT, instructions: INSTRUCTIONS, tools: Object.keys(HAND_TOOLS) };

/** Enough for the long run. */
const LIMITS = { maxSteps: 100, maxTokens: 1_000_000 };

export const agentOptions = ({ baseUrl, model, stream }: LoopSpec, store: RunStore): ReActAgentOptions => ({
  model: new OpenAiModel({ baseUrl, apiKey: 'bench', model, stream }),
  store,
  agents: [SHOP],
  limits: LIMITS,
});

/** The engine as a library: the module in a Nest application without HTTP. */
export async function engineLoop(spec: LoopSpec): Promise<Loop> {
  const { store, forget } = await storeOf(spec);
  const imports = [ReActAgentModule.forRoot(agentOptions(spec, store)), ShopModule];
  const app = await NestFactory.createApplicationContext({ module: BenchModule, imports }, { logger: false });
  const service = app.get(ReActAgentService);
  const firstToken = watchedRunOf(app);
  const ask = async (): Promise<void> => {
    const { status, failureReason } = await service.ask({ question: QUESTION });
    if (status !== 'answered') throw new Error(`The run ended as ${status}: ${failureReason}`);
  };
  return {
    ask: spec.isWatched ? () => firstToken().then(() => undefined) : ask,
    firstToken,
    close: async () => {
      await app.close();
      forget();
    },
  };
}

/** The tools as the engine describes them to a model. */
export async function shopTools(): Promise<readonly ToolSpec[]> {
  const agents = ReActAgentModule.forRoot({ model: new ScriptedModel([]), agents: [SHOP] });
  const app = await NestFactory.createApplicationContext(
    { module: BenchModule, imports: [agents, ShopModule] },
    { logger: false },
  );
  const { specs } = app.get(AgentRegistry).get(AGENT).tools;
  await app.close();
  return specs;
}

/** Memory, or SQLite as the service uses it: a file, durable at each commit. */
export async function storeOf({ kind }: LoopSpec): Promise<{ store: RunStore; forget: () => void }> {
  if (kind === 'memory' || kind === 'service-memory') return { store: new MemoryStore(), forget: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'react-bench-'));
  const store = await SqlStore.open(sqlite<StoreSchema>({ file: join(folder, 'react.db') }));
  return { store, forget: () => rmSync(folder, { recursive: true, force: true }) };
}
