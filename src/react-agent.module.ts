import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import {
  DEFAULT_BACKGROUND,
  DEFAULT_CONTEXT_TOKENS,
  DEFAULT_FOREGROUND,
  DEFAULT_HISTORY_TOKENS,
  DEFAULT_LEASE_MS,
  type AgentOptions,
} from './agent/agent-options';
import { AgentRegistry } from './agent/agent-registry';
import { DEFAULT_APPROVALS } from './agent/approval-options';
import { ApprovalExpiry } from './agent/approval-expiry';
import { Approvals } from './agent/approvals';
import { BackgroundRuns } from './agent/background-runs';
import { Conversations } from './agent/conversations';
import { OutputParser } from './agent/output-parser';
import { PromptBuilder } from './agent/prompt-builder';
import { ReActAgentService } from './agent/react-agent.service';
import { Retention } from './agent/retention';
import { RunFeed } from './agent/run-feed';
import { RunLeases } from './agent/run-leases';
import { RunParts } from './agent/run-parts';
import { RunMover } from './agent/run-mover';
import { AGENT_OPTIONS, MODEL, RUN_STORE, SMALL_MODEL } from './agent/tokens';
import { checkOptions } from './check-options';
import { DEFAULT_LIMITS } from './core/agent-definition';
import type { Model } from './core/model';
import type { RunStore } from './core/run-store';
import { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN, type ReActAgentOptions } from './react-agent.module-definition';
import { MemoryStore } from './stores/memory.store';
import { RunLog } from './telemetry/run-log';
import { ToolRegistry } from './tools/tool-registry';

const agentOptions = (options: ReActAgentOptions): AgentOptions => {
  const {
    agents,
    defaultAgent,
    protocol,
    limits,
    clock,
    timeZone,
    observers,
    background,
    historyTokens,
    approvals = {},
  } = checkOptions(options);
  return {
    agents,
    ...(defaultAgent !== undefined && { defaultAgent }),
    ...(protocol !== undefined && { protocol }),
    limits: filled(DEFAULT_LIMITS, limits),
    ...(clock !== undefined && { clock }),
    timeZone: timeZone ?? 'UTC',
    contextTokens: options.contextTokens ?? DEFAULT_CONTEXT_TOKENS,
    approvals: approvals && filled(DEFAULT_APPROVALS, approvals),
    background: filled(DEFAULT_BACKGROUND, background),
    foreground: filled(DEFAULT_FOREGROUND, options.foreground),
    leaseMs: options.leaseMs ?? DEFAULT_LEASE_MS,
    historyTokens: historyTokens ?? DEFAULT_HISTORY_TOKENS,
    ...(options.retentionMs !== undefined && { retentionMs: options.retentionMs }),
    observers: observers ?? [new RunLog()],
  };
};

/** A figure that is there but undefined counts as absent: as a limit it would never be reached. */
const filled = <T extends object>(defaults: T, given: Partial<T> | undefined): T => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)),
});

/** Wires the ports to what the options give. Tools are found in every module of the app; routes come with ReActHttpModule. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    {
      provide: MODEL,
      useFactory: (options: ReActAgentOptions) => checkOptions(options).model,
      inject: [MODULE_OPTIONS_TOKEN],
    },
    {
      provide: SMALL_MODEL,
      useFactory: (options: ReActAgentOptions, model: Model) => checkOptions(options).smallModel ?? model,
      inject: [MODULE_OPTIONS_TOKEN, MODEL],
    },
    {
      provide: RUN_STORE,
      useFactory: (options: ReActAgentOptions) => checkOptions(options).store ?? new MemoryStore(),
      inject: [MODULE_OPTIONS_TOKEN],
    },
    { provide: AGENT_OPTIONS, useFactory: agentOptions, inject: [MODULE_OPTIONS_TOKEN] },
    ToolRegistry,
    OutputParser,
    PromptBuilder,
    AgentRegistry,
    RunFeed,
    RunLeases,
    RunParts,
    RunMover,
    BackgroundRuns,
    Retention,
    Approvals,
    ApprovalExpiry,
    Conversations,
    ReActAgentService,
  ],
  exports: [ReActAgentService, AgentRegistry, ToolRegistry, PromptBuilder, OutputParser, MODEL, SMALL_MODEL, RUN_STORE],
})
export class ReActAgentModule extends ConfigurableModuleClass implements OnApplicationShutdown {
  constructor(@Inject(RUN_STORE) private readonly store: RunStore) {
    super();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.store.close();
  }
}
