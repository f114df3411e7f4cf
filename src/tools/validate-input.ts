import { plainToInstance } from 'class-transformer';
import { validate, validateSync, type ValidationError, type ValidatorOptions } from 'class-validator';
import { coerceInput } from './coerce-input';
import type { InputSchema } from './field-schema';
import { echo, type InputFault } from './input-fault';
import { readInput } from './read-input';

export type CheckedInput =
  { readonly ok: true; readonly input: object } | { readonly ok: false; readonly faults: readonly InputFault[] };

interface ToolInput {
  readonly input: new () => object;
  readonly inputSchema: InputSchema;
}

/** What a model wrote as an instance of the input class, or everything that is wrong with it. @throws what a validator throws */
export async function checkInput(raw: unknown, tool: ToolInput): Promise<CheckedInput> {
  const draft = draftOf(raw, tool);
  return 'faults' in draft ? { ok: false, faults: draft.faults } : verdict(draft, await validate(draft.input, OPTIONS));
}

/** The same without validators that return a promise. */
export function checkInputSync(raw: unknown, tool: ToolInput): CheckedInput {
  const draft = draftOf(raw, tool);
  return 'faults' in draft ? { ok: false, faults: draft.faults } : verdict(draft, validateSync(draft.input, OPTIONS));
}

const OPTIONS: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  // a class without a decorated field is an input without fields, not an unknown value
  forbidUnknownValues: false,
  validationError: { target: false, value: true },
};

type Draft = { readonly input: object; readonly known: readonly InputFault[] };

function draftOf(raw: unknown, { input, inputSchema }: ToolInput): Draft | { readonly faults: readonly InputFault[] } {
  const candidate = readInput(raw, inputSchema);
  if (!candidate.ok) return { faults: [candidate.fault] };
  const { value, faults } = coerceInput(candidate.value, candidate.exact, inputSchema);
  if (faults.some(isFinal)) return { faults };
  return { input: plainToInstance(input, value), known: faults };
}

/** After these no instance is made: it would recurse too deep, or carry a key such as `constructor`. */
const isFinal = (fault: InputFault): boolean =>
  fault.kind === 'too-deep' || (fault.kind === 'unknown' && fault.fields.length === 0);

function verdict({ input, known }: Draft, errors: readonly ValidationError[]): CheckedInput {
  const reported = new Set(known.flatMap((fault) => ('path' in fault ? [fault.path] : [])));
  const faults = [
    ...known,
    ...errors.flatMap((error) => faultsOf(error, '')).filter(({ path }) => !reported.has(path)),
  ];
  return faults.length > 0 ? { ok: false, faults } : { ok: true, input };
}

type RuleFault = Extract<InputFault, { kind: 'rule' }>;

/** Faults of nested objects sit in `children`. */
function faultsOf({ property, constraints, children, value }: ValidationError, outer: string): RuleFault[] {
  const path = outer === '' ? property : isIndex(property) ? `${outer}[${property}]` : `${outer}.${property}`;
  const rule = Object.values(constraints ?? {}).join('; ');
  const own: RuleFault[] = rule ? [{ kind: 'rule', path, rule, got: echo(value) }] : [];
  return [...own, ...(children ?? []).flatMap((child) => faultsOf(child, path))];
}

const isIndex = (property: string): boolean =>
  property !== '' && [...property].every((char) => char >= '0' && char <= '9');
