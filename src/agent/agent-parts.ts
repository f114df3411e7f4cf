import { summariser } from '../compaction/summarise';
import type { Model } from '../core/model';
import type { Protocol } from '../core/protocol';
import type { Run } from '../core/run';
import type { AgentParts } from '../core/run-agent';
import type { Lease } from '../core/run-store';
import type { Tools } from '../core/tool';
import { nudge, policiesFrom, protocolOf } from '../policies';
import { stripReasoning } from '../protocols/text/strip-reasoning';
import { counterOf } from '../tokens/counters';
import type { RegisteredAgent } from './agent-registry';
import { guardedTools } from './guarded-tools';
import type { OutputParser } from './output-parser';
import type { PromptBuilder } from './prompt-builder';
import { summaryRequest } from './prompts';

/** What the parts of every run are made of. */
export interface PartSources {
  readonly model: Model;
  /** Writes the summaries of old steps. @default model */
  readonly smallModel?: Model;
  readonly prompts: PromptBuilder;
  readonly parser: OutputParser;
  /** Estimated tokens of a prompt before old steps are summarised. */
  readonly contextTokens: number;
  /** What the run is held by. */
  readonly lease?: Lease;
}

/** What the loop needs to move this run. */
export function agentParts(
  run: Run,
  { definition, tools }: Pick<RegisteredAgent, 'definition' | 'tools'>,
  { model, smallModel = model, prompts, parser, contextTokens, lease }: PartSources,
): Omit<AgentParts, 'splitter'> & { splitter(protocol: string): ReturnType<Protocol['splitter']> } {
  const { specs } = tools;
  const fixed = run.clock === undefined ? undefined : Date.parse(run.clock);
  const protocol = (current: Run): string => protocolOf(current, { takesTools: model.takesTools ?? true });
  return {
    model,
    tools: guardedTools(withoutApprovals(tools), { canAsk: false, lease }),
    policies: policiesFrom(run.limits),
    nudge: nudge(run.limits.idleSteps),
    compact: summariser({
      model: smallModel,
      contextTokens,
      protocol,
      counter: (current) => counterOf(current.model),
      size: (current, counter) => prompts.size(current, definition, parser.protocol(protocol(current)), specs, counter),
      prompt: ({ language, question }, notes, maxTokens) => summaryRequest(language, question, notes, maxTokens),
      read: ({ text }) => stripReasoning(text).text,
    }),
    protocol,
    prompt: (current) =>
      prompts.build(current, definition, parser.protocol(current.thinking?.protocol ?? protocol(current)), specs),
    parse: (reply, name) => parser.parse(name, reply, specs),
    splitter: (name) => parser.protocol(name).splitter(specs),
    now: Date.now,
    toolNow: () => fixed ?? Date.now(),
  };
}

/** Nobody can decide an approval in this version yet, so a tool that asks for one runs at once; the boot says so. */
const withoutApprovals = (tools: Tools): Tools => ({
  specs: tools.specs,
  invoke: (call, input, context) => tools.invoke(call, input, context),
  rejected: (action) => tools.rejected(action),
  reconcile: (action, context) => tools.reconcile(action, context),
  prepare: async (call, run) => {
    const prepared = await tools.prepare(call, run);
    return prepared.ok ? { ...prepared, needsApproval: false } : prepared;
  },
});
