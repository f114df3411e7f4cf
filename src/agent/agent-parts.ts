import { summariser } from '../compaction/summarise';
import type { Model } from '../core/model';
import type { Protocol } from '../core/protocol';
import type { Run } from '../core/run';
import type { AgentParts } from '../core/run-agent';
import type { Lease } from '../core/run-store';
import { nudge, policiesFrom, protocolOf } from '../policies';
import { stripReasoning } from '../protocols/text/strip-reasoning';
import { counterOf } from '../tokens/counters';
import type { RegisteredAgent } from './agent-registry';
import type { ApprovalGate } from './approval-gate';
import { asStored } from './as-stored';
import { guardedTools } from './guarded-tools';
import type { OutputParser } from './output-parser';
import type { PromptBuilder } from './prompt-builder';
import { summaryRequest } from './prompts';
import { steadyClock } from './steady-clock';

/** What the parts of every run are made of. */
export interface PartSources {
  readonly model: Model;
  /** Writes the summaries of old steps. @default model */
  readonly smallModel?: Model;
  readonly prompts: PromptBuilder;
  readonly parser: OutputParser;
  readonly gate: Pick<ApprovalGate, 'over' | 'isOn'>;
  /** Estimated tokens of a prompt before old steps are summarised. */
  readonly contextTokens: number;
  /** What the run is held by. */
  readonly lease?: Lease;
}

/** What the loop needs to move this run. */
export function agentParts(
  run: Run,
  { definition, tools }: Pick<RegisteredAgent, 'definition' | 'tools'>,
  { model, smallModel = model, prompts, parser, gate, contextTokens, lease }: PartSources,
): Omit<AgentParts, 'splitter'> & { splitter(protocol: string): ReturnType<Protocol['splitter']> } {
  const { specs } = tools;
  const fixed = run.clock === undefined ? undefined : Date.parse(run.clock);
  const protocol = (current: Run): string => protocolOf(current, { takesTools: model.takesTools ?? true });
  return {
    model,
    tools: gate.over(guardedTools(tools, { canAsk: gate.isOn, lease })),
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
    asStored,
    now: steadyClock(),
    toolNow: () => fixed ?? Date.now(),
  };
}
