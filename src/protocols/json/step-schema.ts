import type { JsonSchema, ToolSpec } from '../../core/tool';

export const FINAL_ANSWER = 'Final Answer';

const schemas = new WeakMap<readonly ToolSpec[], JsonSchema>();

/** What a server that takes a schema holds the reply to. Made once per list of tools, so that an adapter can keep its JSON. */
export function stepSchema(tools: readonly ToolSpec[]): JsonSchema {
  const known = schemas.get(tools);
  if (known) return known;
  const schema = {
    type: 'object',
    properties: {
      thought: { type: 'string' },
      action: { type: 'string', enum: [...tools.map(({ name }) => name), FINAL_ANSWER] },
      action_input: { anyOf: [{ type: 'string' }, { type: 'object' }] },
    },
    required: ['thought', 'action', 'action_input'],
    additionalProperties: false,
  };
  schemas.set(tools, schema);
  return schema;
}
