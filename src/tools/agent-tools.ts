import { ConfigError } from '../core/errors';
import type { InvokeContext, PreparedCall, ToolCall, ToolResult, ToolSpec, Tools } from '../core/tool';
import { closestName } from './closest-name';
import { clip } from './input-fault';
import { invokeTool } from './invoke-tool';
import { HIGHEST_OBSERVATION_CHARS, MAX_OBSERVATION_CHARS, observationOf } from './observation-text';
import type { RegisteredTool } from './registered-tool';
import { thrownText } from './thrown-text';
import { TOOL_SENTENCES, type ToolSentences } from './tool-sentences';
import { checkInput, type CheckedInput } from './validate-input';

export interface AgentToolsOptions {
  /** Language of what is said about an unknown tool or a wrong input. @default 'en' */
  language?: 'zh' | 'en';
  /** Longest observation in UTF-16 units, from 500 to 21000. @default 8000 */
  maxObservationChars?: number;
}

/** The tools of one agent as the loop calls them. */
export class AgentTools implements Tools {
  readonly #tools: ReadonlyMap<string, RegisteredTool>;
  readonly #say: ToolSentences;
  readonly #maxChars: number;

  constructor(
    tools: readonly RegisteredTool[],
    readonly specs: readonly ToolSpec[],
    { language = 'en', maxObservationChars = MAX_OBSERVATION_CHARS }: AgentToolsOptions,
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
    this.#tools = new Map(tools.map((tool) => [tool.spec.name, tool]));
    this.#say = TOOL_SENTENCES[language];
    this.#maxChars = maxObservationChars;
  }

  async prepare({ name, input: raw }: ToolCall): Promise<PreparedCall> {
    const tool = this.#tools.get(name);
    if (!tool) return this.#refused(this.#unknown(name));
    let checked: CheckedInput | 'late';
    try {
      checked = await inTime(checkInput(raw, tool), tool.timeoutMs);
    } catch (error) {
      return this.#refused(this.#say.cannotCheckInput(name, thrownText(error) ?? this.#say.noReason));
    }
    if (checked === 'late')
      return this.#refused(this.#say.cannotCheckInput(name, this.#say.timedOut(name, tool.timeoutMs)));
    if (!checked.ok) return this.#refused(this.#say.badInput(name, checked.faults, tool.expected, tool.example));
    const { input } = checked;
    return { ok: true, input, effect: tool.options.effect, needsApproval: needsApproval(tool, input) };
  }

  async invoke(call: ToolCall, input: object, context: InvokeContext): Promise<ToolResult> {
    const tool = this.#tools.get(call.name);
    if (tool) return invokeTool(tool, call, input, context, this.#maxChars);
    return { observation: observationOf(false, this.#unknown(call.name), this.#maxChars, this.#say) };
  }

  #unknown(name: string): string {
    const names = [...this.#tools.keys()];
    return this.#say.unknownTool(clip(name), names, closestName(name, names));
  }

  #refused(content: string): PreparedCall {
    return { ok: false, observation: observationOf(false, content, this.#maxChars, this.#say) };
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

/** A validator may ask a database that never answers. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
