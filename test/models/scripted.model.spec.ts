import { ModelError } from '../../src/core/errors';
import { ScriptedModel } from '../../src/models/scripted.model';
import { answers, calls } from '../../src/testing';
import { ask, faultOf, QUESTION } from './ask';

describe('the scripted model', () => {
  it('plays one reply per call, in pieces that join to its text, and keeps the requests', async () => {
    const model = new ScriptedModel([
      'one two three four five',
      answers('Twelve.'),
      calls({ name: 'list', input: {} }),
    ]);
    const first = await ask(model);
    expect(first.pieces.length).toBeGreaterThan(1);
    expect(first.pieces.join('')).toBe('one two three four five');
    expect(first.replies).toMatchObject([{ text: 'one two three four five', calls: [], finishReason: 'stop' }]);
    expect((await ask(model)).replies[0]?.text).toContain('Final Answer: Twelve.');
    expect((await ask(model)).replies[0]).toMatchObject({
      text: '',
      calls: [{ id: 'call_0', name: 'list', input: {} }],
      finishReason: 'tool_calls',
    });
    expect(model.requests).toHaveLength(3);
    expect(model.requests[0]?.messages).toEqual([QUESTION]);
  });

  it('can look at the request and can fail', async () => {
    const fault = new ModelError('model_overloaded', 'Too many requests');
    const model = new ScriptedModel([({ messages }) => `${messages.length} message`, fault]);
    expect((await ask(model)).replies[0]?.text).toBe('1 message');
    expect(await faultOf(model)).toBe(fault);
  });

  it('says so when the script is over', async () => {
    expect(await faultOf(new ScriptedModel([]))).toMatchObject({ message: 'The script has 0 replies, this is call 1' });
  });

  it('ends with the reason of an abort', async () => {
    const reason = new Error('enough');
    expect(await faultOf(new ScriptedModel(['x']), {}, AbortSignal.abort(reason))).toBe(reason);
  });
});
