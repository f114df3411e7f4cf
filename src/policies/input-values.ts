/** Longest pointer; what is nested deeper has that of the value that holds it. */
const MAX_POINTER_CHARS = 500;

/** A text or number in a call's input, or the name of a member that the tool's schema does not know. */
export interface InputValue {
  /** RFC 6901. */
  readonly pointer: string;
  readonly text: string;
}

/** All of them, in their order. Values are visited with a list of our own: an input may be nested deeper than the stack is. */
export function inputValuesOf(input: object, schema: unknown): InputValue[] {
  const names = namesIn(schema);
  const values: InputValue[] = [];
  const open: { pointer: string; value: unknown }[] = [{ pointer: '', value: input }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { pointer, value } = next;
    if (typeof value === 'string' || typeof value === 'number') values.push({ pointer, text: String(value) });
    if (typeof value !== 'object' || value === null) continue;
    const members = Object.entries(value).map(([name, inner]: [string, unknown]) => {
      const own = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return { name, pointer: own.length > MAX_POINTER_CHARS ? pointer : own, value: inner };
    });
    if (!Array.isArray(value))
      for (const { name, pointer: text } of members) if (!names.has(name)) values.push({ pointer: text, text: name });
    open.push(...members.reverse());
  }
  return values;
}

/** The names of members anywhere in a JSON Schema: they are the tool's words. */
function namesIn(schema: unknown): Set<string> {
  const names = new Set<string>();
  const open: unknown[] = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const { properties } = next as { properties?: unknown };
    if (typeof properties === 'object' && properties !== null)
      for (const name of Object.keys(properties)) names.add(name);
    for (const inner of Object.values(next) as unknown[]) if (inner !== undefined) open.push(inner);
  }
  return names;
}
