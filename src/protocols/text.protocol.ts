import type { Protocol } from '../core/protocol';
import { textInstructions } from './text/instructions';
import { parseText } from './text/parse';
import { renderText } from './text/render';
import { replayText } from './text/replay';
import { STOP_SEQUENCES } from './text/stop-words';
import { TextSplitter } from './text/text-splitter';

/** Thought, Action, Action Input, Observation, Final Answer: labelled lines that any model can write. */
export const textProtocol: Protocol = {
  name: 'text',
  instructions: textInstructions,
  replay: replayText,
  render: renderText,
  request: (messages) => ({ messages, stop: STOP_SEQUENCES }),
  parse: parseText,
  splitter: (tools) => new TextSplitter(tools),
};
