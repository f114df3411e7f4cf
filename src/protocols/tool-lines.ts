import type { JsonSchema, ToolSpec } from '../core/tool';
import { compactSchema } from './compact-schema';

/** One line of a prompt about a tool. */
export function toolLine({ name, description, inputSchema, examples }: ToolSpec): string {
  const shown = (examples ?? []).map(
    (example) => ` e.g. ${typeof example === 'string' ? example : JSON.stringify(example)}`,
  );
  return `- ${name}: ${description} ${compactSchema(inputSchema)}${shown.join('')}`;
}

/** What an example step shows as a tool's input: its first example, else the required properties with a value of the right kind each. */
export const exampleInput = ({ examples, inputSchema }: ToolSpec): unknown => examples?.[0] ?? placeholder(inputSchema);

/** The tool that an example step shows. */
export const exampleTool = (tools: readonly ToolSpec[]): ToolSpec | undefined =>
  tools.find(({ examples }) => examples?.length) ?? tools[0];

function placeholder({ properties, required }: JsonSchema): object {
  const names = Array.isArray(required) ? (required as string[]) : [];
  const schemas = (properties ?? {}) as Readonly<Record<string, JsonSchema | undefined>>;
  return Object.fromEntries(names.map((name) => [name, valueFor(schemas[name] ?? {})]));
}

function valueFor({ type, enum: values }: JsonSchema): unknown {
  if (Array.isArray(values)) return values[0];
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'array') return [];
  return type === 'object' ? {} : type === 'boolean' ? true : '…';
}
