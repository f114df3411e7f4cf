import { Inject, Injectable } from '@nestjs/common';
import type { Model } from '../core/model';
import type { Run } from '../core/run';
import type { AgentParts } from '../core/run-agent';
import type { Lease, RunStore } from '../core/run-store';
import type { AgentOptions } from './agent-options';
import { agentParts } from './agent-parts';
import type { RegisteredAgent } from './agent-registry';
import { ApprovalGate } from './approval-gate';
import { OutputParser } from './output-parser';
import { PromptBuilder } from './prompt-builder';
import { RunFeed } from './run-feed';
import { AGENT_OPTIONS, MODEL, RUN_STORE, SMALL_MODEL } from './tokens';

/** What the loop needs for each run, from what the app has. */
@Injectable()
export class RunParts {
  readonly #gate: ApprovalGate;

  constructor(
    @Inject(AGENT_OPTIONS) private readonly options: AgentOptions,
    @Inject(RUN_STORE) store: RunStore,
    @Inject(MODEL) private readonly model: Model,
    @Inject(SMALL_MODEL) private readonly smallModel: Model,
    @Inject(PromptBuilder) private readonly prompts: PromptBuilder,
    @Inject(OutputParser) private readonly parser: OutputParser,
    @Inject(RunFeed) private readonly feed: RunFeed,
  ) {
    this.#gate = new ApprovalGate(options.approvals, store);
  }

  /** Previews are made while somebody watches. */
  of({ run, lease }: { readonly run: Run; readonly lease: Lease }, agent: RegisteredAgent): AgentParts {
    const { contextTokens } = this.options;
    const { model, smallModel, prompts, parser } = this;
    const parts = agentParts(run, agent, {
      model,
      smallModel,
      prompts,
      parser,
      gate: this.#gate,
      contextTokens,
      lease,
    });
    return { ...parts, splitter: (name) => (this.feed.isWatched(run.id) ? parts.splitter(name) : undefined) };
  }

  /** Due when a run is no longer moved, and is stored as it stands. */
  release(runId: string): void {
    this.#gate.release(runId);
  }
}
