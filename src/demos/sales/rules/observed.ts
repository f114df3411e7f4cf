import type { DemoObservation, DemoTurn } from '../../../index';

/** What DatabaseQuery gave back. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The newest observation of a tool for this input. */
export function observed(
  { observations }: DemoTurn,
  tool: string,
  field: string,
  value: string,
): DemoObservation | undefined {
  return observations.findLast(
    ({ tool: name, input }) => name === tool && (input as Record<string, unknown> | undefined)?.[field] === value,
  );
}

/** The table in an observation; undefined when it was an error or is no table. */
export function tableIn({ ok, content }: DemoObservation): Table | undefined {
  const value = ok ? json(content) : undefined;
  const { columns, rows } = (value ?? {}) as Partial<Table>;
  return Array.isArray(columns) && Array.isArray(rows) ? { columns, rows } : undefined;
}

export interface Hit {
  readonly title: string;
  readonly text: string;
  readonly url?: string;
}

/** The hits in an observation of Search. */
export function hitsIn({ ok, content }: DemoObservation): readonly Hit[] | undefined {
  const value = ok ? json(content) : undefined;
  const { results } = (value ?? {}) as { results?: Hit[] };
  return Array.isArray(results) ? results : undefined;
}

/** The first number in an observation of Calculator. */
export function numberIn({ ok, content }: DemoObservation): number | undefined {
  const digits = ok ? /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/i.exec(content)?.[0] : undefined;
  return digits === undefined ? undefined : Number(digits);
}

function json(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined; // cut or not a table: the caller says so
  }
}
