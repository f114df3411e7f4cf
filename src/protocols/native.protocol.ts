import type { Protocol } from '../core/protocol';
import { nativeInstructions } from './native/instructions';
import { NativeSplitter } from './native/native-splitter';
import { parseNative } from './native/parse';
import { renderNative } from './native/render';
import { replayNative } from './native/replay';
import { wireTools } from './native/wire-tools';

/** The provider's own tool calls, several at a time where the model asks for them; text without a call is the answer. */
export const nativeProtocol: Protocol = {
  name: 'native',
  instructions: nativeInstructions,
  replay: replayNative,
  render: renderNative,
  request: (messages, tools) => ({ messages, ...wireTools(tools) }),
  parse: parseNative,
  splitter: (tools) => new NativeSplitter(tools),
};
