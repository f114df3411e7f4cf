import type { Protocol } from '../core/protocol';
import { decide } from './decide';
import { jsonInstructions } from './json/instructions';
import { JsonSplitter } from './json/json-splitter';
import { readJsonReply } from './json/read-reply';
import { renderJson } from './json/render';
import { replayJson } from './json/replay';
import { stepSchema } from './json/step-schema';
import { ToolNames } from './tool-names';

/** One object a step, `{"thought", "action", "action_input"}`, until the action is `Final Answer`. */
export const jsonProtocol: Protocol = {
  name: 'json',
  instructions: jsonInstructions,
  replay: replayJson,
  render: renderJson,
  request: (messages, tools) => ({ messages, json: true, jsonSchema: stepSchema(tools) }),
  parse: (reply, tools) => decide(reply, readJsonReply(reply.text, new ToolNames(tools)), 'json'),
  splitter: (tools) => new JsonSplitter(tools),
};
