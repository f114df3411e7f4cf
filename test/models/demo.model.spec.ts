import { DemoModel, type DemoStep, type DemoTurn } from '../../src/models/demo.model';
import type { ModelReply } from '../../src/core/model';
import type { Decision, Protocol } from '../../src/core/protocol';
import { fold } from '../../src/core/run';
import { PROTOCOLS } from '../../src/protocols';
import {
  aModelReplied,
  aRunStarted,
  aStepStarted,
  aToolFinished,
  aToolStarted,
  anAct,
  eventsOf,
} from '../support/builders';

const CALLS: DemoStep = {
  thought: 'Both at once.',
  calls: [
    { tool: 'look', input: { order: 'A' } },
    { tool: 'track', input: { order: 'A' } },
  ],
};

async function replyIn(protocol: Pick<Protocol, 'name' | 'render' | 'parse'>, step: DemoStep): Promise<ModelReply> {
  const model = new DemoModel([{ agent: 'shop', next: () => step }], new Map([[protocol.name, protocol]]));
  const run = fold(
    eventsOf('r1', [
      aRunStarted({ agent: 'shop', protocol: protocol.name }),
      aStepStarted(1, { protocol: protocol.name }),
    ]),
  );
  for await (const chunk of model.stream({ messages: [], run }, new AbortController().signal)) {
    if ('reply' in chunk) return chunk.reply;
  }
  throw new Error('no reply');
}

const TOOLS = [{ name: 'look' }, { name: 'track' }];

describe('several tools in one turn', () => {
  it.each([...PROTOCOLS.values()].map((protocol) => [protocol.name, protocol] as const))(
    'in %s: as many as the protocol reads back, the first one at least',
    async (_, protocol) => {
      const alone = await replyIn(protocol, { thought: 'Both at once.', tool: 'look', input: { order: 'A' } });
      const reply = await replyIn(protocol, CALLS);
      const read = protocol.parse(reply, TOOLS);
      expect(read).toMatchObject({ kind: 'act', thought: 'Both at once.' });
      expect(read.discarded).toBeUndefined();
      const calls = read.kind === 'act' ? read.calls : [];
      if (calls.length === 1) expect(reply).toEqual(alone);
      else expect(calls.map(({ name, input }) => ({ tool: name, input }))).toEqual('calls' in CALLS && CALLS.calls);
    },
  );

  it('all are written where the protocol takes them', async () => {
    const wide: Pick<Protocol, 'name' | 'render' | 'parse'> = {
      name: 'wide',
      render: (decision) => ({ text: decision.thought, calls: decision.kind === 'act' ? [...decision.calls] : [] }),
      parse: ({ text, calls }): Decision => ({ kind: 'act', thought: text, calls }),
    };
    expect((await replyIn(wide, CALLS)).calls).toEqual([
      { id: 'call_0', name: 'look', input: { order: 'A' } },
      { id: 'call_1', name: 'track', input: { order: 'A' } },
    ]);
  });
});

it('rules see what every call of the run has observed', async () => {
  const turns: DemoTurn[] = [];
  const model = new DemoModel(
    [
      {
        agent: 'shop',
        next: (turn) => {
          turns.push(turn);
          return { thought: '', answer: 'done' };
        },
      },
    ],
    PROTOCOLS,
  );
  const first = { id: 's1_call_0', name: 'look', input: 'A' };
  const second = { id: 's1_call_1', name: 'track', input: 'A' };
  const run = fold(
    eventsOf('r1', [
      aRunStarted({ agent: 'shop' }),
      aStepStarted(1),
      aModelReplied(anAct(first, second)),
      aToolStarted('s1_call_0', { order: 'A' }),
      aToolStarted('s1_call_1', { order: 'A' }),
      aToolFinished('s1_call_1', { ok: false, content: 'lost' }),
      aToolFinished('s1_call_0', { ok: true, content: 'sent' }),
      aStepStarted(2, { forced: 'step_limit' }),
    ]),
  );
  for await (const _ of model.stream({ messages: [], run }, new AbortController().signal));
  expect(turns).toEqual([
    {
      question: run.question,
      history: [],
      language: 'en',
      forced: true,
      observations: [
        { tool: 'look', input: { order: 'A' }, ok: true, content: 'sent', started: true },
        { tool: 'track', input: { order: 'A' }, ok: false, content: 'lost', started: true },
      ],
    },
  ]);
});
