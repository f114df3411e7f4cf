import type { Decision } from '../../src/core/protocol';
import { jsonProtocol } from '../../src/protocols/json.protocol';
import { nativeProtocol } from '../../src/protocols/native.protocol';
import { parseJson } from './reply-cases';

const unread: Decision = { kind: 'malformed', thought: 'hm', reason: 'missing-action', problem: 'no action' };

it('an unreadable reply is rendered as its thought', () => {
  expect(jsonProtocol.render(unread)).toEqual({ text: '{"thought":"hm"}', calls: [] });
  expect(parseJson('{"thought":"hm"}')).toMatchObject({ kind: 'malformed', thought: 'hm', reason: 'missing-action' });
  expect(nativeProtocol.render(unread)).toEqual({ text: 'hm', calls: [] });
});

it('of several calls each JSON object is spelled, and the first is read back', () => {
  const calls = ['1', '2'].map((input, index) => ({ id: `call_${index}`, name: 'Calculator', input }));
  const { text } = jsonProtocol.render({ kind: 'act', thought: 'two', calls });

  expect(text.split('\n')).toHaveLength(2);
  expect(parseJson(text)).toMatchObject({ thought: 'two', discarded: true, calls: [{ id: 'call_0', input: '1' }] });
});
