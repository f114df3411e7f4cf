import type { Limits } from './agent-definition';
import { NO_USAGE, type Message, type Usage } from './model';
import type { Decision, Language } from './protocol';
import type { Fact, Outcome, RunEvent } from './run-event';
import type { ApprovalTerms, Effect, Observation, ToolCall } from './tool';

/** The fold of a run's events. Nothing else holds run state. Treated as immutable: readers cache by the identity of a step. */
export interface Run {
  readonly id: string;
  readonly tenant: string;
  readonly askedBy?: string;
  readonly agent: string;
  readonly model: string;
  readonly protocol: string;
  readonly language: Language;
  readonly question: string;
  readonly history: readonly Message[];
  readonly untrustedFrom?: number;
  readonly limits: Limits;
  readonly clock?: string;
  readonly timeZone: string;
  readonly conversationId?: string;
  /** `seq` of the last fact. */
  readonly seq: number;
  readonly startedAt: number;
  readonly lastAt: number;
  /** Leaves out the time spent waiting for a person, or for the first step to begin. */
  readonly activeMs: number;
  readonly steps: readonly Step[];
  /** The step whose reply is still awaited. */
  readonly thinking?: Asked & { readonly step: number };
  readonly usage: Usage;
  readonly summary?: Summary;
  readonly outcome?: Outcome;
}

/** Stands for old steps in prompts. */
export interface Summary {
  readonly throughStep: number;
  readonly text: string;
  /** The steps that there were when it was made; the next one is the first whose prompt shows it. */
  readonly madeAfter: number;
}

/** How the model was asked for a step; the words are in `step.started`. */
interface Asked {
  readonly startedAt: number;
  readonly protocol: string;
  readonly forced?: string;
  readonly hint?: string;
  readonly withheld?: readonly string[];
}

export interface Step extends Asked {
  readonly index: number;
  readonly repliedAt: number;
  /** The reply's own text, replayed to the model as it wrote it where the protocol allows. */
  readonly text: string;
  /** What the model reasoned in a field of its own. */
  readonly reasoning?: string;
  readonly usage: Usage;
  readonly decision: Decision;
  readonly actions: readonly Action[];
}

export type ActionState = 'proposed' | 'waiting' | 'approved' | 'rejected' | 'started' | 'done';

export interface Action {
  readonly call: ToolCall;
  readonly state: ActionState;
  /** As the tool received it, after validation. */
  readonly input?: object;
  readonly effect?: Effect;
  /** It started as a call whose effect and record commit together. */
  readonly transactional?: true;
  readonly terms?: ApprovalTerms;
  readonly review?: Review;
  readonly requestedAt?: number;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly observation?: Observation;
}

/** What became of a call that waited for a person; the words are in `approval.resolved`. */
export type Review = Readonly<Omit<Extract<Fact, { type: 'approval.resolved' }>, 'type' | 'callId'>>;

/** Rebuilds a run from its events, in order. */
export function fold(events: Iterable<RunEvent>): Run {
  let run: Run | undefined;
  for (const event of events) run = apply(run, event);
  if (!run) throw new Error('A run needs at least its run.started event');
  return run;
}

/** The next state of a run. Pure: the same events always give the same run. */
export function apply(run: Run | undefined, event: RunEvent): Run {
  if (event.type === 'run.started') return started(event);
  if (!run) throw new Error(`${event.type} before run.started`);
  if (event.type === 'text.delta') return run;

  // the gap before was a person's time, the queue's, or a stop of the process, not the agent's work
  const waited = event.type === 'approval.resolved' || event.resumed === true || run.seq === 1;
  const activeMs = run.activeMs + (waited ? 0 : Math.max(0, event.at - run.lastAt));
  return { ...run, seq: event.seq, lastAt: event.at, activeMs, ...changeBy(event, run) };
}

/** What an event changes beside the clock and the count; one copy of the run for each event is enough. */
function changeBy(event: Exclude<RunEvent, { type: 'run.started' | 'text.delta' }>, run: Run): Partial<Run> {
  switch (event.type) {
    case 'step.started': {
      const { runId: _runId, seq: _seq, type: _type, at: startedAt, ...asked } = event;
      return { thinking: { ...asked, startedAt } };
    }
    case 'model.replied':
      return replied(run, event);
    case 'approval.requested':
      return withAction(run, event.callId, {
        ...{ state: 'waiting', input: event.input, requestedAt: event.at },
        ...(event.terms && { terms: event.terms }),
      });
    case 'approval.resolved': {
      const { runId: _runId, seq: _seq, at: _at, type: _type, callId, ...review } = event;
      return withAction(run, callId, { state: review.approved ? 'approved' : 'rejected', review });
    }
    case 'tool.started': {
      const { input, effect, transactional, at: startedAt } = event;
      const kind = { effect, ...(transactional && { transactional }) };
      return withAction(run, event.callId, { state: 'started', input, ...kind, startedAt });
    }
    case 'tool.finished': {
      const { observation, usage } = event;
      const done = withAction(run, event.callId, { state: 'done', observation, finishedAt: event.at });
      return usage ? { ...done, usage: addUsage(run.usage, usage) } : done;
    }
    case 'context.compacted': {
      const { throughStep, summary: text, usage } = event;
      return { summary: { throughStep, text, madeAfter: run.steps.length }, usage: addUsage(run.usage, usage) };
    }
    case 'run.finished':
      return { outcome: event.outcome };
    default:
      return event satisfies never; // an event that nobody handles does not compile
  }
}

export const isWaiting = (run: Run): boolean =>
  run.steps.at(-1)?.actions.some(({ state }) => state === 'waiting') ?? false;

/** Whether text that anybody may have written is in the context, or was before it became a summary. It never ceases to be. */
export const isTainted = ({ untrustedFrom, steps }: Run): boolean =>
  untrustedFrom !== undefined || steps.some(({ actions }) => actions.some((one) => one.observation?.untrusted));

export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
  estimated: a.estimated || b.estimated,
});

function started(event: Extract<RunEvent, { type: 'run.started' }>): Run {
  const { runId: id, at, type: _, ...given } = event;
  return { ...given, id, startedAt: at, lastAt: at, activeMs: 0, steps: [], usage: NO_USAGE };
}

function replied(run: Run, event: Extract<RunEvent, { type: 'model.replied' }>): Partial<Run> {
  const { step: index, ...asked } = run.thinking ?? { step: event.step, startedAt: event.at, protocol: run.protocol };
  const { decision, reply } = event;
  const calls = decision.kind === 'act' ? decision.calls : [];
  const step: Step = {
    index,
    ...asked,
    repliedAt: event.at,
    text: reply.text,
    ...(reply.reasoning !== undefined && { reasoning: reply.reasoning }),
    usage: reply.usage,
    decision,
    actions: calls.map((call): Action => ({ call, state: 'proposed' })),
  };
  return { thinking: undefined, steps: [...run.steps, step], usage: addUsage(run.usage, reply.usage) };
}

/** Only the last step has open actions. */
function withAction(run: Run, callId: string, change: Partial<Action>): Pick<Run, 'steps'> {
  const last = run.steps.at(-1);
  if (!last) throw new Error(`Action ${callId} before the first step`);
  const actions = last.actions.map((action) => (action.call.id === callId ? { ...action, ...change } : action));
  return { steps: run.steps.with(-1, { ...last, actions }) };
}
