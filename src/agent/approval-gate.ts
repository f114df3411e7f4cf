import { createHash } from 'node:crypto';
import type { Language } from '../core/protocol';
import type { Action, Run } from '../core/run';
import type { RunStore } from '../core/run-store';
import type { ApprovalTerms, JsonSchema, PreparedCall, ToolCall, Tools } from '../core/tool';
import { canonicalJson } from '../policies/canonical-json';
import { isProposedAfterUntrusted, untrustedPartsOf } from '../policies/untrusted-text';
import type { ApprovalOptions } from './approval-options';
import { PendingLimit } from './pending-limit';
import { storeClock } from './store-clock';

type Prepared = Extract<PreparedCall, { ok: true }>;

/** Longest input, as JSON in UTF-16 units, that a person is asked to read. */
const MAX_REVIEWED_CHARS = 65_536;

/** Stands between the loop and the tools, and says which calls wait for a person. */
export class ApprovalGate {
  readonly #pending: PendingLimit;

  constructor(
    private readonly options: false | ApprovalOptions,
    private readonly store: Pick<RunStore, 'list' | 'now'>,
  ) {
    this.#pending = new PendingLimit(store, options ? options.maxPending : 0);
  }

  /** Whether there is anybody to ask. */
  get isOn(): boolean {
    return this.options !== false;
  }

  /** The tools of an agent, gated. */
  over(tools: Tools): Tools {
    return {
      specs: tools.specs,
      invoke: (call, input, context) => tools.invoke(call, input, context),
      rejected: (action) => tools.rejected(action),
      reconcile: (action, context) => tools.reconcile(action, context),
      prepare: async (call, run) => {
        const prepared = await tools.prepare(call, run);
        return prepared.ok ? this.#gated(call, prepared, run, schemaOf(tools, call)) : prepared;
      },
    };
  }

  /** Due when a run is no longer moved in this process. */
  release(runId: string): void {
    this.#pending.release(runId);
  }

  async #gated(call: ToolCall, prepared: Prepared, run: Run, schema?: JsonSchema): Promise<PreparedCall> {
    const action = run.steps.at(-1)?.actions.find((one) => one.call.id === call.id);
    const free = { ...prepared, needsApproval: false };
    const say = SENTENCES[run.language];
    if (action?.review) return isBound(run, action, prepared.input) ? free : refused(say.changed);
    if (!this.options || action?.state !== 'proposed') return free;
    const because = reasonToAsk(this.options, call, prepared, run);
    if (because === undefined) return free;
    if (canonicalJson(prepared.input).length > MAX_REVIEWED_CHARS) return refused(say.tooLong);
    if (!(await this.#pending.claim(run.tenant, run.id, 1 + waitingIn(run)))) return refused(say.tooMany);
    const binding = bindingOf(run, call, prepared.input);
    const expiresAt = (await storeClock(this.store)) + this.options.ttlMs;
    const parts = untrustedPartsOf(run, prepared.input, schema);
    const untrusted = parts.length > 0 && { untrusted: parts };
    return { ...prepared, needsApproval: true, terms: { binding, expiresAt, because, ...untrusted } };
  }
}

function reasonToAsk(
  { require, exempt }: ApprovalOptions,
  { name: tool }: ToolCall,
  { needsApproval, input, effect }: Prepared,
  run: Run,
): ApprovalTerms['because'] | undefined {
  if (needsApproval) return 'tool';
  const { tenant, agent } = run;
  try {
    if (require?.({ tenant, agent, tool, input, effect })) return 'policy';
  } catch {
    return 'policy'; // the safe side
  }
  // whatever the model was told to do by what it read, a person looks first
  return effect === 'write' && isProposedAfterUntrusted(run) && !exempt?.includes(tool) ? 'untrusted' : undefined;
}

const schemaOf = ({ specs }: Tools, call: ToolCall): JsonSchema | undefined =>
  specs.find(({ name }) => name === call.name)?.inputSchema;

/** SHA-256 of everything that a decision is about, in hex: the same call of another step, or with another input, has another one. */
export function bindingOf(run: Run, { id, name }: Pick<ToolCall, 'id' | 'name'>, input: object): string {
  const step = run.steps.at(-1)?.index;
  return createHash('sha256')
    .update(canonicalJson([run.id, step, id, name, input]))
    .digest('hex');
}

/** Whether what would run is what was approved: the checks of an input may have changed since, with a new version. */
function isBound(run: Run, { call, review, terms, input }: Action, prepared: object): boolean {
  const approved = review?.binding ?? (review?.input === undefined ? terms?.binding : undefined);
  if (approved !== undefined) return approved === bindingOf(run, call, prepared);
  return review?.input !== undefined || canonicalJson(input) === canonicalJson(prepared); // decided by an old version
}

const waitingIn = (run: Run): number =>
  run.steps.at(-1)?.actions.filter(({ state }) => state === 'waiting').length ?? 0;

const refused = (content: string): PreparedCall => ({ ok: false, observation: { ok: false, content } });

const SENTENCES: Record<Language, { changed: string; tooLong: string; tooMany: string }> = {
  en: {
    changed: 'This call is no longer what a person approved, so it did not run. Make it again if it is still needed.',
    tooLong: `This call needs a person's approval, and its input is too long for one: ${MAX_REVIEWED_CHARS} characters at most. It did not run.`,
    tooMany: "This call needs a person's approval, and too many calls wait for one already. It did not run; say so.",
  },
  zh: {
    changed: '这次调用与人工审批通过的内容不再一致，没有执行。如果仍然需要，请重新调用。',
    tooLong: `这次调用需要人工审批，但输入太长，最多 ${MAX_REVIEWED_CHARS} 个字符，没有执行。`,
    tooMany: '这次调用需要人工审批，但等待审批的调用已经太多，没有执行。请如实说明。',
  },
};
