import { redact } from '../../src/telemetry/redact';
import { RunLog } from '../../src/telemetry/run-log';
import { apply, type Run } from '../../src/core/run';
import { NO_USAGE } from '../../src/core/model';
import type { Fact, RunEvent } from '../../src/core/run-event';
import { aRunStarted, aStepStarted } from '../support/builders';
import { acts, answers, play, setUp, unreadable } from '../core/script';

async function lines(events: RunEvent[]): Promise<[level: string, fields: Record<string, unknown>, message: string][]> {
  const written: [string, Record<string, unknown>, string][] = [];
  const sink = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void written.push([level, fields, message]);
  const log = new RunLog({ log: sink('info'), warn: sink('warn'), debug: sink('debug') });
  let run: Run | undefined;
  for (const event of events) log.onFact(event, (run = apply(run, event)));
  return written;
}

describe('the log of a run', () => {
  it('has one line a step, with run, step, action, durations and tokens', async () => {
    const { events } = await play(
      setUp({ turns: [acts(['look', { at: 'sky' }]), unreadable(), answers('x')], tools: { look: {} } }),
    );
    const told = (await lines(events)).filter(([level]) => level !== 'debug');
    expect(told.map(([, , message]) => message)).toEqual([
      'run started',
      'step',
      'step unreadable',
      'step answered',
      'run finished',
    ]);
    expect(told[1]![1]).toEqual({
      runId: 'run-1',
      step: 1,
      action: 'look',
      ok: true,
      modelMs: 10,
      inputTokens: 10,
      outputTokens: 5,
      toolMs: 10,
    });
    expect(told[4]![1]).toMatchObject({ status: 'answered', steps: 3, inputTokens: 30, outputTokens: 15 });
  });

  it('tells of hints, withheld tools and summaries, one line each', async () => {
    const at = (seq: number, fact: Fact): RunEvent => ({ runId: 'run-1', seq, at: seq, ...fact });
    const usage = { ...NO_USAGE, inputTokens: 300, outputTokens: 40 };
    const told = await lines([
      at(1, aRunStarted()),
      at(2, { type: 'context.compacted', throughStep: 3, summary: 'long ago', usage }),
      at(3, { type: 'context.compacted', throughStep: 4, summary: 'long ago', usage, fault: 'model_failed' }),
      at(4, aStepStarted(5)),
      at(5, aStepStarted(5, { hint: 'cycle' })),
      at(6, aStepStarted(6, { hint: 'same_action', withheld: ['look'] })),
    ]);
    expect(told.filter(([level]) => level !== 'debug').slice(1)).toEqual([
      ['info', { runId: 'run-1', throughStep: 3, inputTokens: 300, outputTokens: 40 }, 'context compacted'],
      [
        'warn',
        { runId: 'run-1', throughStep: 4, inputTokens: 300, outputTokens: 40, fault: 'model_failed' },
        'context compacted without a summary',
      ],
      ['info', { runId: 'run-1', step: 5, hint: 'cycle' }, 'step hinted'],
      ['warn', { runId: 'run-1', step: 6, hint: 'same_action', withheld: ['look'] }, 'tools withheld'],
    ]);
  });

  it('tells that a call waits for a person, and who decided or that nobody did, without its arguments', async () => {
    const { events } = await play(setUp({ turns: [acts(['pay', { to: 'li' }])], tools: { pay: { approval: true } } }));
    const next = (fact: Fact): RunEvent => ({ runId: 'run-1', seq: events.length + 1, at: events.at(-1)!.at, ...fact });
    const decided = { type: 'approval.resolved', callId: 's1_call_0', approved: true, by: 'desk' } as const;
    const lastOf = async (fact: Fact) => (await lines([...events, next(fact)])).at(-1);

    expect((await lines(events)).at(-1)).toEqual([
      'info',
      { runId: 'run-1', step: 1, callId: 's1_call_0', action: 'pay' },
      'step waits for an approval',
    ]);
    const fields = { runId: 'run-1', callId: 's1_call_0' };
    expect(await lastOf(decided)).toEqual(['info', { ...fields, approved: true, by: 'desk' }, 'approval decided']);
    expect(await lastOf({ ...decided, input: { to: 'wu' } })).toEqual([
      'info',
      { ...fields, approved: true, edited: true, by: 'desk' },
      'approval decided',
    ]);
    expect(await lastOf({ ...decided, approved: false, by: 'nobody', expired: true })).toEqual([
      'warn',
      fields,
      'approval expired: nobody decided in time',
    ]);
  });

  it('shows thoughts, inputs and observations only at debug level, redacted', async () => {
    const run = (): string => 'call 13812345678 with Bearer abcdef123456';
    const { events } = await play(
      setUp({ turns: [acts(['look', { password: 'hunter2' }]), answers('x')], tools: { look: { run } } }),
    );
    const written = await lines(events);
    const debug = JSON.stringify(written.filter(([level]) => level === 'debug'));
    expect(debug).toContain('[phone]');
    expect(debug).not.toMatch(/13812345678|abcdef123456|hunter2/);
    expect(JSON.stringify(written.filter(([level]) => level !== 'debug'))).not.toContain('call ');
  });
});

describe('redacting', () => {
  it.each([
    ['key sk-abcdefghijklmnop', 'key [key]'],
    ['Authorization: Bearer abc.def-ghi', 'Authorization: [hidden] [key]'],
    ['"api_key":"0123456789"', '"api_key":[hidden]'],
    ['密码：hunter2', '密码：[hidden]'],
    ['write to li.wei@example.com', 'write to [email]'],
    ['order 88231, SF1234567890', 'order 88231, SF1234567890'],
    ['id 11010519491231002X', 'id [id number]'],
  ])('%s', (text, shown) => {
    expect(redact(text)).toBe(shown);
  });

  it('cuts a long text and tells its length', () => {
    expect(redact('x'.repeat(5000))).toMatch(/… \(5000 characters\)$/);
  });
});
