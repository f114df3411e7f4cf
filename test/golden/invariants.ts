import { PromptBuilder } from '../../src/agent/prompt-builder';
import type { Message } from '../../src/core/model';
import { fold } from '../../src/core/run';
import type { RunEvent } from '../../src/core/run-event';
import type { ToolSpec } from '../../src/core/tool';
import { PROTOCOLS } from '../../src/protocols';

/** Ids of the calls that the model made, and of those that were settled, in the order of the events. */
export function callsIn(events: readonly RunEvent[]): { made: string[]; settled: string[] } {
  const made: string[] = [];
  const settled: string[] = [];
  for (const event of events) {
    if (event.type === 'model.replied' && event.decision.kind === 'act') {
      made.push(...event.decision.calls.map(({ id }) => id));
    }
    if (event.type === 'tool.finished') settled.push(event.callId);
  }
  return { made, settled };
}

/** Calls that ran without having been announced, or before the model had made them. */
export function unannounced(events: readonly RunEvent[]): string[] {
  const known = new Set<string>();
  return events.flatMap((event) => {
    if (event.type === 'model.replied' && event.decision.kind === 'act') {
      for (const { id } of event.decision.calls) known.add(id);
    }
    return 'callId' in event && !known.has(event.callId) ? [event.callId] : [];
  });
}

/** Prompts of the run, rebuilt from its log alone, in stretches that each have to be append-only. */
export function promptsOf(events: readonly RunEvent[]): (readonly Message[])[][] {
  const stretches: (readonly Message[])[][] = [];
  const tools = specsIn(events);
  let spelled: string | undefined;
  for (const [index, event] of events.entries()) {
    if (event.type === 'context.compacted') spelled = undefined; // its prompts begin anew
    if (event.type !== 'step.started') continue;
    const protocol = PROTOCOLS.get(event.protocol);
    if (!protocol) throw new Error(`No protocol ${event.protocol}`);
    const run = fold(events.slice(0, index + 1));
    const { messages } = new PromptBuilder().build(run, STAND_IN, protocol, tools);
    if (spelled !== event.protocol) stretches.push([]);
    spelled = event.protocol;
    stretches.at(-1)?.push(messages);
  }
  return stretches;
}

/** A log outlives the agent that it tells of. */
const STAND_IN = { name: 'stand-in', instructions: 'You help.', tools: [] };

const specsIn = (events: readonly RunEvent[]): ToolSpec[] => {
  const names = events.flatMap((event) =>
    event.type === 'model.replied' && event.decision.kind === 'act' ? event.decision.calls.map(({ name }) => name) : [],
  );
  return [...new Set(names)].map((name) => ({ name, description: '', inputSchema: { type: 'object' } }));
};
