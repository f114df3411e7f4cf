import type { DemoCall, DemoObservation, DemoTurn } from '../../index';

/** The rules' only source of facts: what a tool of this run returned. */
export interface Observed {
  readonly ok: boolean;
  /** As the model read it. */
  readonly content: string;
  /** Empty when the content is no JSON object. */
  readonly fields: Fields;
  /** What a person said who did not let the call run; empty without a reason. */
  readonly refusal?: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** The newest observation of a call. One that could not run counts, so that it is not repeated for ever. */
export function observed({ observations }: DemoTurn, { tool, input }: DemoCall): Observed | undefined {
  const found = observations.findLast(
    (observation) => observation.tool === tool && (!observation.input || isSame(observation.input, input)),
  );
  return found && read(found);
}

/** The newest observation of a call that was made after the last use of `tool`: what was seen before may have changed. */
export function observedSince(turn: DemoTurn, tool: string, call: DemoCall): Observed | undefined {
  const last = turn.observations.findLastIndex((observation) => observation.tool === tool);
  return observed({ ...turn, observations: turn.observations.slice(last + 1) }, call);
}

/** Inputs of calls of a tool that failed after it was begun: whether they had their effect, their observation does not tell. */
export const doubtfulInputs = ({ observations }: DemoTurn, tool: string): readonly Fields[] =>
  observations
    .filter((observation) => observation.tool === tool && !observation.ok && observation.started === true)
    .map(({ input }) => (input ?? {}) as Fields);

/** Every observation of a tool, oldest first. */
export const observedAll = ({ observations }: DemoTurn, tool: string): readonly Observed[] =>
  observations.filter((observation) => observation.tool === tool).map(read);

/** The calls that have not been made yet, in the given order. */
export const openCalls = <Call extends DemoCall>(turn: DemoTurn, calls: readonly Call[]): Call[] =>
  calls.filter((call) => !observed(turn, call));

export const text = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

export const number = (fields: Fields, name: string): number | undefined => {
  const value = fields[name];
  return typeof value === 'number' ? value : undefined;
};

export const list = (fields: Fields, name: string): readonly Fields[] => {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isFields) : [];
};

const read = (observation: DemoObservation): Observed => ({
  ok: observation.ok,
  content: observation.content,
  fields: fieldsOf(observation),
  ...(observation.refusal !== undefined && { refusal: observation.refusal }),
});

const isSame = (input: object, wanted: object | string): boolean =>
  typeof wanted === 'object' && Object.entries(wanted).every(([name, value]) => (input as Fields)[name] === value);

function fieldsOf({ content }: DemoObservation): Fields {
  try {
    const value: unknown = JSON.parse(content);
    return isFields(value) ? value : {};
  } catch {
    return {}; // an error, or cut
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
