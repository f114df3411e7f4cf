import { PROTOCOLS, ReActAgentService, type Decision, type ReActAgentOptions } from '../../src/index';
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
  return recordings;
}

export const switchRecording = (): Promise<Recording> => played('clerk-protocol-switch.auto', 'auto', SWITCH);

async function played(name: string, protocol: string, situation: Situation): Promise<Recording> {
  const { turns, options, look, meanwhile } = situation;
  const left = [...turns];
  const server = await startModelServer(({ body }) =>
    isSummaryCall(body) ? says('A1 was looked at; its key has number 7741.') : left.shift(),
  );
  const model = new OpenAiModel({ baseUrl: server.baseUrl, model: 'scripted', maxAttempts: 1 });
  const clock = '2026-06-30T19:05:23+08:00';
  const module = await shop(
    model,
    { protocol, clock, timeZone: 'Asia/Shanghai', ...options },
    { ...(look && { look }) },
  );
  const service = module.get(ReActAgentService);
  const { runId, ended } = await service.begin({ question: 'Where are the orders?' });
  await meanwhile?.(service, server, runId);
  await ended;
  const events = await service.events(runId);
  await module.close();
  await server.close();
  if (left.length > 0) throw new Error(`${name} left ${left.length} turns of its script`);
  return recording(name, events);
}

const isSummaryCall = (body: unknown): boolean => JSON.stringify(body).includes('You keep the notes');
