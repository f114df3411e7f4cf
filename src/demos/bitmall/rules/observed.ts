import type { DemoObservation, DemoTurn } from '../../../index';

/** The rules' only source of facts: what the tools of this run returned. */
export interface Observed {
  readonly ok: boolean;
  /** As the model read it. */
  readonly content: string;
  readonly fields: Fields;
  /** What the tool was asked; empty for a call that could not run. */
  readonly input: Fields;
  /** The tool was begun: a failure may have had its effect all the same. */
  readonly started: boolean;
  /** What a person said who did not let the call run; empty without a reason. */
  readonly refusal?: string;
}

export type Fields = Readonly<Record<string, unknown>>;

export interface Article {
  readonly title: string;
  readonly text: string;
}

/** The newest observation of a tool, for this input if one is named. A call that could not run counts, so that it is not repeated. */
export function observed(turn: DemoTurn, tool: string, input?: Fields): Observed | undefined {
  const matches = (observation: DemoObservation): boolean =>
    observation.tool === tool && (!input || !observation.input || holds(observation.input, input));
  const found = turn.observations.findLast(matches);
  if (!found) return undefined;
  const { ok, content, started = false, refusal } = found;
  const asked = isFields(found.input) ? found.input : {};
  return { ok, content, fields: fieldsOf(content), input: asked, started, ...(refusal !== undefined && { refusal }) };
}

/** The turn as it was observed since a tool was used last: what was seen before may have changed. */
export const since = (turn: DemoTurn, tool: string): DemoTurn => ({
  ...turn,
  observations: turn.observations.slice(turn.observations.findLastIndex((one) => one.tool === tool) + 1),
});

export const text = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

export const nested = (fields: Fields, name: string): Fields | undefined => {
  const value = fields[name];
  return isFields(value) ? value : undefined;
};

export const list = (fields: Fields, name: string): readonly Fields[] => {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isFields) : [];
};

/** Best first. */
export const articlesIn = ({ fields }: Observed): readonly Article[] =>
  list(fields, 'articles').map((article) => ({
    title: text(article, 'title') ?? '',
    text: text(article, 'text') ?? '',
  }));

const holds = (input: object, wanted: Fields): boolean =>
  Object.entries(wanted).every(([name, value]) => (input as Fields)[name] === value);

function fieldsOf(content: string): Fields {
  try {
    const value: unknown = JSON.parse(content);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
