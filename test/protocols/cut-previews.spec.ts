import type { FinishReason } from '../../src/core/model';
import type { Preview, Protocol } from '../../src/core/protocol';
import { jsonProtocol } from '../../src/protocols/json.protocol';
import { nativeProtocol } from '../../src/protocols/native.protocol';
import { textProtocol } from '../../src/protocols/text.protocol';
import { TOOLS, toolsOf } from './reply-cases';

/** What the end of the reply lets go, of text that was held back until then. */
const atEnd = (protocol: Protocol, text: string, finishReason: FinishReason): Preview[] => {
  const splitter = protocol.splitter(toolsOf(TOOLS));
  splitter.push(text);
  return splitter.end(finishReason);
};

describe('the end of a reply that its provider cut', () => {
  it.each<[string, Protocol, string]>([
    ['half a label', textProtocol, 'Thought: a\nFinal Answer: It is\nActi'],
    ['an answer in prose', jsonProtocol, 'So: {"thought": "a", "action": "Final Answer", "action_input": "It is"}'],
    ['an answer in a list', jsonProtocol, '[{"thought": "a", "action": "Final Answer", "action_input": "It is"}]'],
    ['an answer that may be a call', nativeProtocol, '[1] It is'],
    ['half a token', nativeProtocol, 'It is <'],
  ])('shows no more of an answer that is not used: %s', (_, protocol, text) => {
    expect(atEnd(protocol, text, 'stop')).not.toEqual([]);
    expect(atEnd(protocol, text, 'length')).toEqual([]);
    expect(atEnd(protocol, text, 'content_filter')).toEqual([]);
  });
});
