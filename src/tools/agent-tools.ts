import type { EffectLedger } from '../core/effect-ledger';
import { ConfigError } from '../core/errors';
import type { Action } from '../core/run';
import type { InvokeContext, Observation, PreparedCall, ToolCall, ToolResult, ToolSpec, Tools } from '../core/tool';
import { closestName } from './closest-name';
import { labelled, type Execution } from './execution';
import { clip } from './input-fault';
import { invokeTool } from './invoke-tool';
import { inTime } from './tool-ending';
import { checkedAgain, settledByRecord, settledByTool } from './settle-interrupted';
import { HIGHEST_OBSERVATION_CHARS, MAX_OBSERVATION_CHARS, observationOf } from './observation-text';
import type { RegisteredTool } from './registered-tool';
import { thrownText } from './thrown-text';
import { pointedFault, TOOL_SENTENCES, type ToolSentences } from './tool-sentences';
import { checkInput, type CheckedInput } from './validate-input';

export interface AgentToolsOptions {
  /** Language of what is said about an unknown tool or a wrong input. @default 'en' */
  language?: 'zh' | 'en';
  /** Longest observation in UTF-16 units, from 500 to 21000. @default 8000 */
  maxObservationChars?: number;
  /** Where transactional tools commit. @default none, and such a tool is refused */
  effects?: EffectLedger | undefined;
}

/** Without `errors` the agent has no such tool. */
export type CheckedEdit =
  | { readonly ok: true; readonly input: object }
  | { readonly ok: false; readonly errors: readonly { pointer: string; detail: string }[] | undefined };

/** The tools of one agent as the loop calls them. */
export class AgentTools implements Tools {
  readonly #tools: ReadonlyMap<string, RegisteredTool>;
  readonly #say: ToolSentences;
  readonly #maxChars: number;
  readonly #effects: EffectLedger | undefined;

  constructor(
    tools: readonly RegisteredTool[],
    readonly specs: readonly ToolSpec[],
    { language = 'en', maxObservationChars = MAX_OBSERVATION_CHARS, effects }: AgentToolsOptions,
  ) {
    if (
      !Number.isInteger(maxObservationChars) ||
      maxObservationChars < 500 ||
      maxObservationChars > HIGHEST_OBSERVATION_CHARS
    ) {
      throw new ConfigError(
        `maxObservationChars must be an integer from 500 to ${HIGHEST_OBSERVATION_CHARS}, got ${maxObservationChars}`,
      );
    }
    const homeless = tools.find(({ options }) => options.transactional && !effects);
    if (homeless) {
      throw new ConfigError(
        `Tool "${homeless.spec.name}" is transactional, but this store has no transactions for tools; ` +
          'give ReActAgentModule an SqlStore on the database that the tool writes to',
      );
    }
    this.#tools = new Map(tools.map((tool) => [tool.spec.name, tool]));
    this.#effects = effects;
    this.#say = TOOL_SENTENCES[language];
    this.#maxChars = maxObservationChars;
  }

  async prepare({ name, input: raw }: ToolCall): Promise<PreparedCall> {
    const tool = this.#tools.get(name);
    if (!tool) return this.#refused(this.#unknown(name));
    const checked = await checkedInput(raw, tool, this.#say);
    if ('why' in checked) return this.#refused(this.#say.cannotCheckInput(name, checked.why), tool);
    if (!checked.ok) return this.#refused(this.#say.badInput(name, checked.faults, tool.expected, tool.example), tool);
    const { input } = checked;
    const { effect, transactional } = tool.options;
    const kind = { effect, ...(transactional && { transactional }) };
    return { ok: true, input, ...kind, needsApproval: needsApproval(tool, input) };
  }

  /** An input that a person wrote, or what is wrong with it: each fault with an RFC 6901 pointer into the input. */
  async check(name: string, input: unknown): Promise<CheckedEdit> {
    const tool = this.#tools.get(name);
    if (!tool) return { ok: false, errors: undefined };
    const checked = await checkedInput(input, tool, TOOL_SENTENCES.en);
    if ('why' in checked)
      return { ok: false, errors: [{ pointer: '', detail: `could not be checked: ${checked.why}` }] };
    return checked.ok ? checked : { ok: false, errors: checked.faults.map(pointedFault) };
  }

  async invoke(call: ToolCall, input: object, context: InvokeContext): Promise<ToolResult> {
    const tool = this.#tools.get(call.name);
    if (tool) return invokeTool(this.#execution(tool, call, input, context));
    return { observation: observationOf(false, this.#unknown(call.name), this.#maxChars, this.#say) };
  }

  rejected({ review }: Action): Observation {
    return { ok: false, content: review?.expired ? this.#say.expired : this.#say.rejected(review?.comment) };
  }

  async reconcile(action: Action, context: InvokeContext): Promise<ToolResult | undefined> {
    const { call, input: recorded = {}, transactional } = action;
    const say = TOOL_SENTENCES[context.run.language];
    const fault = `${say.interrupted(call.name)} ${say.effectUnknown}`;
    const unknown = { ...observationOf(false, fault, this.#maxChars, say), effectUnknown: true } as const;
    const tool = this.#tools.get(call.name);
    if (transactional && this.#effects) return settledByRecord(this.#effects, call, context, unknown);
    const input = tool?.handler.reconcile && (await checkedAgain(recorded, tool));
    if (!tool || !input) return { observation: unknown };
    return settledByTool(this.#execution(tool, call, input, context), unknown);
  }

  #execution(tool: RegisteredTool, call: ToolCall, input: object, context: InvokeContext): Execution {
    return { tool, call, input, context, maxChars: this.#maxChars, effects: this.#effects };
  }

  #unknown(name: string): string {
    const names = [...this.#tools.keys()];
    return this.#say.unknownTool(clip(name), names, closestName(name, names));
  }

  /** Without a tool there is none of that name. */
  #refused(content: string, tool?: RegisteredTool): PreparedCall {
    const observation = observationOf(false, content, this.#maxChars, this.#say);
    return { ok: false, observation: tool ? labelled(tool, observation) : observation };
  }
}

/** A rule that throws or answers with a promise asks for a person: the safe side. */
function needsApproval({ options: { approval = false } }: RegisteredTool, input: object): boolean {
  if (typeof approval === 'boolean') return approval;
  try {
    return Boolean(approval(input));
  } catch {
    return true;
  }
}

/** The checked input, or why it could not be checked. */
async function checkedInput(
  raw: unknown,
  tool: RegisteredTool,
  say: ToolSentences,
): Promise<CheckedInput | { readonly ok: false; readonly why: string }> {
  try {
    const checked = await inTime(checkInput(raw, tool), tool.timeoutMs);
    return checked === 'late' ? { ok: false, why: say.timedOut(tool.spec.name, tool.timeoutMs) } : checked;
  } catch (error) {
    return { ok: false, why: thrownText(error) ?? say.noReason };
  }
}
