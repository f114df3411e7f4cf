import type { Run } from '../core/run';
import type { Lease } from '../core/run-store';
import type { Observation, ToolCall, Tools } from '../core/tool';
import { canonicalJson } from '../policies/canonical-json';
import { TOOL_SENTENCES } from '../tools/tool-sentences';

interface Guard {
  /** Whether there is a person to ask; if not, a call that needs one is refused. */
  readonly canAsk: boolean;
  /** What the run is held by. */
  readonly lease: Lease | undefined;
}

/**
 * The tools of one run on its way. A tool that is withheld from a step does not run in it. While nobody knows whether a write has
 * happened, the same tool with the same input does not run again in that run unless a person approves it. What a tool does in a
 * transaction of the store counts only while the run is held.
 */
export function guardedTools(tools: Tools, { canAsk, lease }: Guard): Tools {
  const unknown = new Set<string>(); // also of the step that is under way, whose calls were prepared before
  return {
    specs: tools.specs,
    rejected: (action) => tools.rejected(action),
    prepare: async (call, run) => {
      if (run.steps.at(-1)?.withheld?.includes(call.name)) return { ok: false, ...refused(call, run, 'withheld') };
      const prepared = await tools.prepare(call, run);
      if (!prepared.ok || prepared.effect !== 'write' || !isDoubtful(run, call, prepared.input)) return prepared;
      if (canAsk) return { ...prepared, needsApproval: true };
      return isApproved(run, call.id) ? prepared : { ok: false, ...refused(call, run, 'notRepeated') };
    },
    invoke: async (call, input, context) => {
      const deed = deedOf(call.name, input);
      if (unknown.has(deed)) return refused(call, context.run, 'notRepeated');
      const result = await tools.invoke(call, input, { ...context, ...(lease && { lease }) });
      if (result.observation.effectUnknown) unknown.add(deed);
      return result;
    },
    reconcile: (action, context) => tools.reconcile(action, context),
  };
}

function isDoubtful(run: Run, { name }: ToolCall, input: object): boolean {
  const actions = run.steps.flatMap((step) => step.actions.filter(({ observation }) => observation?.effectUnknown));
  return actions.some((action) => deedOf(action.call.name, action.input ?? {}) === deedOf(name, input));
}

const isApproved = (run: Run, callId: string): boolean =>
  run.steps.at(-1)?.actions.some(({ call, review }) => call.id === callId && review !== undefined) ?? false;

/** The tool and its input as a store gives it back. */
const deedOf = (name: string, input: object): string => canonicalJson([name, JSON.parse(JSON.stringify(input))]);

const refused = (
  { name }: ToolCall,
  { language }: Pick<Run, 'language'>,
  why: 'withheld' | 'notRepeated',
): { observation: Observation } => ({ observation: { ok: false, content: TOOL_SENTENCES[language][why](name) } });
