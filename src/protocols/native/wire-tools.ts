import type { ModelRequest } from '../../core/model';
import type { JsonSchema, ToolSpec } from '../../core/tool';
import { aliasesOf, wireName } from './wire-names';

type WireTools = Pick<ModelRequest, 'tools' | 'ownNames'>;

const lists = new WeakMap<readonly ToolSpec[], WireTools>();

/** The tools as a provider takes them. Made once per list, so that an adapter can keep its JSON. */
export function wireTools(tools: readonly ToolSpec[]): WireTools {
  const known = lists.get(tools);
  if (known) return known;
  const aliases = aliasesOf(tools);
  const made = {
    ...(tools.length > 0 && { tools: tools.map(wireTool) }),
    ...(aliases.size > 0 && { ownNames: aliases }),
  };
  lists.set(tools, made);
  return made;
}

function wireTool({ name, description, inputSchema, examples }: ToolSpec): ToolSpec {
  const alias = wireName(name);
  const shown = (examples ?? []).filter((example) => typeof example === 'object' && example !== null);
  const parts = [
    alias === name ? '' : `${name}:`, // the prompt knows the tool by its own name
    description,
    ...shown.map((example) => `e.g. ${JSON.stringify(example)}`),
  ];
  return {
    name: alias,
    description: parts.filter((part) => part !== '').join(' '),
    inputSchema: wireSchema(inputSchema),
  };
}

/** A schema without `properties` makes some providers refuse the whole request; `$schema` others. */
function wireSchema({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, type: 'object', properties: schema['properties'] ?? {} };
}
