import type { Usage } from './model';
import { isTainted, isWaiting, type Action, type Run, type Step } from './run';
import type { ApprovalTerms } from './tool';

export type RunStatus = 'queued' | 'running' | 'waiting' | 'answered' | 'stopped' | 'failed' | 'cancelled';

/** What `POST /api/react/ask` answers: the whole run, every step included. */
export interface ReActResult {
  runId: string;
  agent: string;
  conversationId: string | null;
  question: string;
  finalAnswer: string | null;
  /** True only for status `answered`. */
  success: boolean;
  status: RunStatus;
  /** The limit, the error code or `cancelled`. */
  failureReason: string | null;
  steps: ReActStep[];
  finalThought: string | null;
  /** Rows in `steps`. */
  totalSteps: number;
  usage: Usage;
  pendingApprovals: PendingApproval[];
  /** There where untrusted text was read, in this run or in one before it in the conversation. */
  untrusted?: true;
  protocol: string;
  model: string;
  limits: { maxSteps: number; maxTokens: number; deadlineMs: number };
  /** ISO 8601. */
  startedAt: string;
  durationMs: number;
}

/** One row per action, in order; a reply that could not be read is a row with action null. */
export interface ReActStep {
  /** Counts rows, from 1. */
  index: number;
  /** Counts turns of the model, from 1. */
  step: number;
  callId: string | null;
  thought: string;
  action: string | null;
  /** As the tool received it after validation; null when the call could not run. */
  actionInput: object | null;
  /** As the model wrote it. */
  rawInput: string | null;
  observation: string | null;
  /** False for an error observation, null while there is none. */
  ok: boolean | null;
  /** There where nobody knows whether a write has happened: a person must check. */
  effectUnknown?: true;
  /** There where the tool's texts may be anybody's. */
  untrusted?: true;
  startedAt: string;
  /** On the first row of a step, else 0. */
  modelMs: number;
  toolMs: number;
  /** On the first row of a step, else null. */
  usage: Usage | null;
}

/** With whose rule asks, and what of the input stands in untrusted text as well. */
export interface PendingApproval extends Partial<Pick<ApprovalTerms, 'because' | 'untrusted'>> {
  callId: string;
  tool: string;
  input: object;
  requestedAt: string;
  /** ISO 8601; from then on the call counts as rejected. */
  expiresAt?: string;
}

/** A pure function of the run. */
export function toReActResult(run: Run): ReActResult {
  const { finalThought, totalSteps, usage, pendingApprovals, protocol, model, limits, startedAt, durationMs, ...head } =
    headOf(run);
  const tail = { finalThought, totalSteps, usage, pendingApprovals, protocol, model, limits, startedAt, durationMs };
  return { ...head, steps: rowsOf(run), ...tail }; // the steps stand where a reader looks for them
}

/** A longer text of a list item is cut: a page of 100 whole answers could be 100 MB. */
const MAX_LISTED_CHARS = 2_000;

/** The result without its steps and with no long text, as lists show it. */
export function summaryOf(run: Run): Omit<ReActResult, 'steps'> {
  const head = headOf(run);
  const { question, finalAnswer, finalThought, pendingApprovals } = head;
  return {
    ...head,
    question: listed(question),
    finalAnswer: finalAnswer && listed(finalAnswer),
    finalThought: finalThought && listed(finalThought),
    pendingApprovals: pendingApprovals.map((approval) => ({ ...approval, input: listedInput(approval.input) })),
  };
}

/** The beginning of a long text, well formed, with a mark that tells the whole length in UTF-16 units. */
function listed(text: string): string {
  if (text.length <= MAX_LISTED_CHARS) return text;
  const isPairCut = /[\ud800-\udbff]/.test(text.charAt(MAX_LISTED_CHARS - 1));
  return `${text.slice(0, MAX_LISTED_CHARS - Number(isPairCut))}… [${text.length} characters]`;
}

/** A long input has one field in its place: the beginning of its JSON. */
function listedInput(input: object): object {
  const json = JSON.stringify(input);
  return json.length <= MAX_LISTED_CHARS ? input : { cut: listed(json) };
}

function headOf(run: Run): Omit<ReActResult, 'steps'> {
  const { maxSteps, maxTokens, deadlineMs } = run.limits;
  const status = statusOf(run);
  return {
    runId: run.id,
    agent: run.agent,
    conversationId: run.conversationId ?? null,
    question: run.question,
    finalAnswer: answerOf(run),
    success: status === 'answered',
    status,
    failureReason: failureReasonOf(run),
    finalThought: finalThoughtOf(run),
    totalSteps: run.steps.reduce((count, step) => count + rowCount(step), 0),
    usage: run.usage,
    pendingApprovals: pendingApprovalsOf(run),
    ...(isTainted(run) && { untrusted: true }),
    protocol: run.thinking?.protocol ?? run.steps.at(-1)?.protocol ?? run.protocol,
    model: run.model,
    limits: { maxSteps, maxTokens, deadlineMs },
    startedAt: iso(run.startedAt),
    durationMs: run.lastAt - run.startedAt,
  };
}

/** A run is queued until its first step begins. */
export function statusOf(run: Run): RunStatus {
  if (run.outcome) return run.outcome.status;
  return run.seq === 1 ? 'queued' : isWaiting(run) ? 'waiting' : 'running';
}

function answerOf({ outcome }: Run): string | null {
  if (outcome?.status === 'answered' || outcome?.status === 'stopped') return outcome.answer ?? null;
  return null;
}

function failureReasonOf({ outcome }: Run): string | null {
  switch (outcome?.status) {
    case 'stopped':
      return outcome.reason;
    case 'failed':
      return outcome.code;
    case 'cancelled':
      return 'cancelled';
    default:
      return null;
  }
}

function finalThoughtOf(run: Run): string | null {
  const last = run.steps.at(-1)?.decision;
  return last?.kind === 'answer' ? last.thought : null;
}

function pendingApprovalsOf(run: Run): PendingApproval[] {
  if (run.outcome) return []; // nobody can decide any more
  const waiting = run.steps.at(-1)?.actions.filter(({ state }) => state === 'waiting') ?? [];
  return waiting.map(({ call, input, requestedAt, terms }) => ({
    callId: call.id,
    tool: call.name,
    input: input ?? {},
    requestedAt: iso(requestedAt ?? run.lastAt),
    ...(terms && { expiresAt: iso(terms.expiresAt), because: terms.because }),
    ...(terms?.untrusted && { untrusted: terms.untrusted }),
  }));
}

/** An answer is no row. What a forced reply asked for never ran, so it is none either; the events still tell it. */
const rowCount = ({ decision, actions, forced }: Step): number => {
  if (forced !== undefined || decision.kind === 'answer') return 0;
  return decision.kind === 'malformed' ? 1 : actions.length;
};

function rowsOf(run: Run): ReActStep[] {
  const rows: ReActStep[] = [];
  for (const step of run.steps) {
    if (rowCount(step) === 0) continue;
    if (step.decision.kind === 'malformed') rows.push(rowOf(step, rows.length + 1, 0, unreadable(step)));
    step.actions.forEach((action, position) => rows.push(rowOf(step, rows.length + 1, position, settled(action))));
  }
  return rows;
}

type Deed = Pick<
  ReActStep,
  'callId' | 'action' | 'actionInput' | 'rawInput' | 'observation' | 'ok' | 'effectUnknown' | 'untrusted' | 'toolMs'
>;

const rowOf = (step: Step, index: number, position: number, { callId, toolMs, ...deed }: Deed): ReActStep => ({
  index,
  step: step.index,
  callId,
  thought: step.decision.thought,
  ...deed,
  startedAt: iso(step.startedAt),
  modelMs: position === 0 ? step.repliedAt - step.startedAt : 0,
  toolMs,
  usage: position === 0 ? step.usage : null,
});

const settled = ({ call, input, observation, startedAt, finishedAt }: Action): Deed => ({
  callId: call.id,
  action: call.name,
  actionInput: input ?? null,
  rawInput: typeof call.input === 'string' ? call.input : JSON.stringify(call.input),
  observation: observation?.content ?? null,
  ok: observation?.ok ?? null,
  ...(observation?.effectUnknown && { effectUnknown: true }),
  ...(observation?.untrusted && { untrusted: true }),
  toolMs: startedAt !== undefined && finishedAt !== undefined ? finishedAt - startedAt : 0,
});

const unreadable = ({ text, decision }: Step): Deed => ({
  callId: null,
  action: null,
  actionInput: null,
  rawInput: text,
  observation: decision.kind === 'malformed' ? decision.problem : null,
  ok: false,
  toolMs: 0,
});

const iso = (at: number): string => new Date(at).toISOString();
