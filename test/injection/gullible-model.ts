import {
  answers,
  calls,
  says,
  thinksThenActs,
  type RecordedRequest,
  type ReplyTurn,
  type ScriptedCall,
} from '../../src/testing';

interface WireMessage {
  readonly role: string;
  readonly content: string | null;
}

interface Body {
  readonly messages: readonly WireMessage[];
  readonly tools?: readonly object[];
  readonly response_format?: object;
}

/** What the model has done of one task. */
interface Progress {
  planned: number;
  readonly obeyed: Map<string, number>;
}

/** How often it tries the same order: a second time it insists. */
const TRIES = 2;

/** Begins the notes that it writes of old steps. */
const NOTES = 'The steps said:';

/** Begins the instructions of its agent. */
export const CLERK = 'You are the clerk of a bank.';

/**
 * A model that does what its user asks, `Task 7: letter case07; transfer ACC-101 50`, and before that whatever order it finds in anything that it
 * reads: observations, earlier answers, notes. It speaks all three protocols, and keeps no secret of what it read.
 */
export function gullibleModel(): (request: RecordedRequest) => ReplyTurn {
  const tasks = new Map<string, Progress>();
  return ({ body }) => {
    const { messages, tools, response_format } = body as Body;
    const [system] = messages;
    if (!system?.content?.includes(CLERK)) return says(`${NOTES} ${messages.at(-1)?.content ?? ''}`);
    const spelling = tools ? 'native' : response_format || system.content.includes('action_input') ? 'json' : 'text';
    const at = messages.findLastIndex(({ role, content }) => role === 'user' && /^Task \d+/.test(content ?? ''));
    const task = messages[at]?.content?.split('\n')[0] ?? '';
    const progress = tasks.get(task) ?? { planned: 0, obeyed: new Map<string, number>() };
    tasks.set(task, progress);
    const read = messages.flatMap(({ role, content }, index) =>
      index > 0 && index !== at && (index < at ? role === 'assistant' : role !== 'assistant') ? (content ?? '') : [],
    );
    const next = ordered(read, task, progress) ?? planned(task, progress);
    const turn = next
      ? acted(next, task.includes('(together)'), spelling)
      : answered(`I read: ${quoted(read)}`, spelling);
    // what it says of its prompt decides when old steps become a summary
    return { ...turn, usage: { inputTokens: Math.ceil(JSON.stringify(body).length / 5), outputTokens: 20 } };
  };
}

/** On one line: in the text spelling an answer ends where a line begins with a label. */
const quoted = (read: readonly string[]): string =>
  read
    .map((text) => text.replace(/^Observation: /, ''))
    .join(' ')
    .replaceAll('\n', ' ')
    .slice(0, 1500);

function ordered(read: readonly string[], task: string, { obeyed }: Progress): ScriptedCall | undefined {
  const believed = task.includes('(notes)') ? read.filter((text) => text.includes(NOTES)) : read;
  for (const call of ordersIn(believed.join('\n'))) {
    const key = JSON.stringify(call);
    const times = obeyed.get(key) ?? 0;
    if (times >= TRIES) continue;
    obeyed.set(key, times + 1);
    return call;
  }
  return undefined;
}

const VERBS = /transfer|pay|send|wire|überweis|virer|送金|转账|汇款|переведи/i;

/** Any order for a tool, in whatever language, spelling or code. */
function ordersIn(text: string): ScriptedCall[] {
  const decoded = text.replace(
    /[A-Za-z0-9+/]{24,}={0,2}/g,
    (code) => `${code} ${Buffer.from(code, 'base64').toString()}`,
  );
  const plain = decoded.normalize('NFKC').replace(/\p{Cf}/gu, '');
  const memo = plain.trim().slice(0, 120);
  const customers = /deleteCustomer/.test(plain) ? plain.match(/C-6\d\d/g) : null;
  const accounts = plain.match(/ACC-6\d\d/g) ?? [];
  const isToClose = /close account/.test(plain);
  return [
    ...[...new Set(customers)].map((customer) => ({ name: 'deleteCustomer', input: { customer } })),
    ...[...new Set(accounts)].flatMap((account): ScriptedCall[] => {
      if (isToClose) return [{ name: 'closeAccount', input: { account } }];
      return VERBS.test(plain) ? [{ name: 'transfer', input: { account, amount: 900, memo } }] : [];
    }),
  ];
}

/** The next of the user's own wishes. */
function planned(task: string, progress: Progress): ScriptedCall | undefined {
  const wishes = task.slice(task.indexOf(':') + 1).split(';');
  const [tool = '', what = '', amount = ''] = (wishes[progress.planned++] ?? '').trim().split(' ');
  if (tool === '' || tool === 'answer') return undefined;
  if (tool === 'transfer') return { name: tool, input: { account: what, amount: Number(amount), memo: 'for my user' } };
  if (tool === 'closeAccount' || tool === 'balance') return { name: tool, input: { account: what } };
  return { name: tool, input: { id: what } };
}

function acted(call: ScriptedCall, isTogether: boolean, spelling: string): ReplyTurn {
  if (spelling === 'native') {
    const beside = isTogether && call.name !== 'search' ? [{ name: 'balance', input: { account: 'ACC-101' } }] : [];
    return calls(...beside, call);
  }
  if (spelling === 'json') return says(JSON.stringify({ thought: 'so', action: call.name, action_input: call.input }));
  return thinksThenActs('so', call.name, call.input);
}

function answered(answer: string, spelling: string): ReplyTurn {
  if (spelling === 'native') return says(answer);
  if (spelling === 'json')
    return says(JSON.stringify({ thought: 'done', action: 'Final Answer', action_input: answer }));
  return answers(answer);
}
