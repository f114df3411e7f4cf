import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { BackgroundLimits, ForegroundLimits } from './agent/agent-options';
import type { ApprovalOptions } from './agent/approval-options';
import type { RunObserver } from './agent/run-observer';
import type { AgentDefinition, Limits } from './core/agent-definition';
import type { Model } from './core/model';
import type { RunStore } from './core/run-store';

/** Options of ReActAgentModule: objects that already work, not names to look up. */
export interface ReActAgentOptions {
  /** Who answers, e.g. `new OpenAiModel({ baseUrl, apiKey, model })`. */
  model: Model;
  /**
   * A cheaper model for side tasks: it writes the summaries of old steps. Its context has to hold `contextTokens`.
   * @default model
   */
  smallModel?: Model;
  /** Where runs live; the module closes it at shutdown. @default a MemoryStore, which forgets at exit */
  store?: RunStore;
  agents: AgentDefinition[];
  /** Answers requests that name no agent. @default the first agent */
  defaultAgent?: string;
  /** Overrides every agent's own protocol; `auto` picks the best that model and provider manage. */
  protocol?: string;
  /** The server's limits; a request or an agent that wants more is clamped. @default DEFAULT_LIMITS */
  limits?: Partial<Limits>;
  /** ISO instant that tools and prompts take for now, for demos and tests. @default the real clock */
  clock?: string;
  /** IANA zone of dates. @default 'UTC' */
  timeZone?: string;
  /** Estimated tokens of a prompt before old steps are summarised by one more model call, from 1000. @default 24000 */
  contextTokens?: number;
  /** Background runs: how many at a time, from 1, and how many may wait, from 0. @default 16 and 100 */
  background?: Partial<BackgroundLimits>;
  /** Runs that somebody waits for: how many at a time, of all and of one caller, and who may wait how long. @default 64, 8, 64, 5000 ms */
  foreground?: Partial<ForegroundLimits>;
  /**
   * How long a run stays with this process after its last sign of life, in ms, before another process takes it up. Longer than
   * the longest time that a tool blocks the event loop. @default 15000
   */
  leaseMs?: number;
  /**
   * Which calls wait for a person. False: nobody is asked, and tools that want an approval run at once. An object sets what is
   * beside the tools' own rules. @default {}
   */
  approvals?: false | Partial<ApprovalOptions>;
  /** Estimated tokens of earlier questions and answers that a run of a conversation starts with. @default 4000 */
  historyTokens?: number;
  /** How long runs are kept after their end, in ms, from 60000; older ones are deleted with their events. @default for ever */
  retentionMs?: number;
  /** Readers of stored facts: logs, metrics. @default a RunLog, one line a step through Nest's logger */
  observers?: RunObserver[];
}

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<ReActAgentOptions>({
  moduleName: 'ReActAgent',
})
  .setClassMethodName('forRoot')
  .build();
