import {
  fold,
  MemoryStore,
  PROTOCOLS,
  ReActAgentService,
  type Decision,
  type ReActAgentOptions,
} from '../../src/index';
import { OpenAiModel } from '../../src/models/openai.model';
import {
  calls,
  fallsSilent,
  refuses,
  says,
  startModelServer,
  thinksThenActs,
  answers,
  type ModelServer,
  type ReplyTurn,
  type Turn,
} from '../../src/testing';
import { shop } from '../agent/tools-of-a-shop';
import { until } from '../e2e/until';
import { recording, type Recording } from './recording';

interface Situation {
  readonly turns: readonly Turn[];
  readonly options?: Partial<ReActAgentOptions>;
  /** What the tool `look` observes. */
  readonly look?: (order: string) => string;
  /** Done while the run is on its way. */
  meanwhile?(service: ReActAgentService, server: ModelServer, runId: string): Promise<unknown>;
}

/** What a model writes in the given protocol. */
function writerOf(protocol: string) {
  const turn = (decision: Decision): ReplyTurn => PROTOCOLS.get(protocol)!.render(decision);
  return {
    looks: (order: string) =>
      turn({ kind: 'act', thought: `Look at ${order}.`, calls: [{ id: 'call_0', name: 'look', input: { order } }] }),
    pays: (order: string) =>
      turn({ kind: 'act', thought: `Pay ${order} back.`, calls: [{ id: 'call_0', name: 'pay', input: { order } }] }),
    answers: (answer: string) => turn({ kind: 'answer', thought: 'That is all.', answer }),
  };
}

/** Cut in the middle, as the protocol knows it. */
const UNREADABLE: Readonly<Record<string, string>> = {
  text: 'Thought: Look at A1.\nAction:',
  json: '{"thought": "Look at A1.", "action": ',
  native: '',
};

function situationsIn(protocol: string): Record<string, Situation> {
  const { looks, answers: replies } = writerOf(protocol);
  return {
    idle: { turns: [...Array.from({ length: 4 }, () => looks('A1')), replies('A1 is here.')] },
    'malformed-then-ok': { turns: [says(UNREADABLE[protocol] ?? ''), looks('A1'), replies('A1 is here.')] },
    'model-failed': { turns: [looks('A1'), refuses(401, 'No such key')] },
    cancelled: {
      turns: [looks('A1'), fallsSilent('text')],
      meanwhile: async (service, server, runId) => {
        await until(
          async () => server.calls.length,
          (count) => count === 2,
        );
        await service.cancel(runId);
      },
    },
    compacted: {
      turns: [...['A1', 'A2', 'A3', 'A4'].map(looks), replies('They are all here; the key of A1 has number 7741.')].map(
        (turn) => ({ ...turn, wire: { usage: 'none' } as const }),
      ),
      options: { contextTokens: 1600 },
      look: (order) => `${order} is here, its key has number 7741. ${'It is a box of boxes. '.repeat(70)}`,
    },
  };
}

/** Down from native calls, which the provider refuses in the second step, over unreadable JSON to text. */
const SWITCH: Situation = {
  turns: [
    calls({ name: 'look', input: { order: 'A1' } }),
    refuses(400, 'registry.example/gemma:2b does not support tools'),
    says('{"thought": "And the other.", "action": "look", "action_input": {"order": "B2"}}'),
    says(UNREADABLE.json ?? ''),
    says(UNREADABLE.json ?? ''),
    thinksThenActs('One more.', 'look', { order: 'C3' }),
    answers('A1, B2 and C3 are here.'),
  ],
};

/** What goes wrong or gets long, with a scripted provider over the wire. */
export async function clerkRecordings(protocol: string): Promise<Recording[]> {
  const recordings: Recording[] = [];
  for (const [name, situation] of Object.entries(situationsIn(protocol))) {
    recordings.push(await played(`clerk-${name}.${protocol}`, protocol, situation));
  }
  recordings.push(await crashDuringWrite(protocol));
  return recordings;
}

/** A write of which nobody knows what became of it: the tool cannot tell. */
async function crashDuringWrite(protocol: string): Promise<Recording> {
  const { pays, answers: replies } = writerOf(protocol);
  const name = `clerk-crash-during-write.${protocol}`;
  const { events } = await played(name, protocol, { turns: [pays('A1'), replies('A1 is paid back.')] });
  const cut = events.slice(0, events.findIndex(({ type }) => type === 'tool.started') + 1);
  const store = new MemoryStore();
  await store.append(cut, fold(cut));
  return played(
    name,
    protocol,
    { turns: [pays('A1'), replies('A person must look after A1.')], options: { store } },
    name,
  );
}

export const switchRecording = (): Promise<Recording> => played('clerk-protocol-switch.auto', 'auto', SWITCH);

/** @param left the run that the store has been left with; absent, a new one is asked. */
async function played(name: string, protocol: string, situation: Situation, left?: string): Promise<Recording> {
  const { turns, options, look, meanwhile } = situation;
  const script = [...turns];
  const server = await startModelServer(({ body }) =>
    isSummaryCall(body) ? says('A1 was looked at; its key has number 7741.') : script.shift(),
  );
  const model = new OpenAiModel({ baseUrl: server.baseUrl, model: 'scripted', maxAttempts: 1 });
  const clock = '2026-06-30T19:05:23+08:00';
  const module = await shop(
    model,
    { protocol, clock, timeZone: 'Asia/Shanghai', ...options },
    { ...(look && { look }) },
  );
  const service = module.get(ReActAgentService);
  const runId = left ?? (await asked(service, server, meanwhile));
  const events = await until(
    () => service.events(runId),
    (all) => all.at(-1)?.type === 'run.finished',
  );
  await module.close();
  await server.close();
  if (script.length > 0) throw new Error(`${name} left ${script.length} turns of its script`);
  return recording(name, events);
}

async function asked(
  service: ReActAgentService,
  server: ModelServer,
  meanwhile: Situation['meanwhile'],
): Promise<string> {
  const { runId, ended } = await service.begin({ question: 'Where are the orders?' });
  await meanwhile?.(service, server, runId);
  await ended;
  return runId;
}

const isSummaryCall = (body: unknown): boolean => JSON.stringify(body).includes('You keep the notes');
