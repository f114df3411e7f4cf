import { Injectable } from '@nestjs/common';
import type { PromptSize } from '../compaction/prompt-size';
import type { AgentDefinition } from '../core/agent-definition';
import type { Message, ModelRequest } from '../core/model';
import type { Protocol } from '../core/protocol';
import type { Run, Step, Summary } from '../core/run';
import type { ToolSpec } from '../core/tool';
import type { PromptCounter } from '../tokens/prompt-counter';
import { dateInZone } from '../tools/zoned-time';
import { forcedSentence, hintSentence, summarySentence, todaySentence } from './prompts';

/**
 * Builds the message list of a model call from the run alone: no clock, no randomness, so that a prompt can be rebuilt from
 * the events years later. Append-only: each call's messages start with exactly the messages of the call before, which is what
 * providers' prompt caches need; a new summary and another protocol begin anew. Message objects are made once and reused by
 * identity, so that an adapter serialises each once.
 */
@Injectable()
export class PromptBuilder {
  readonly #openings = new WeakMap<AgentDefinition, Map<Protocol, Message>>();
  readonly #questions = new WeakMap<readonly Message[], { runId: string; messages: Message[] }>();
  readonly #summaries = new WeakMap<Summary, Message>();
  readonly #steps = new WeakMap<Step, { protocol: Protocol; messages: readonly Message[] }>();

  /**
   * The request for the step that `run.thinking` tells of: with a forced one the last message asks for an answer without tools,
   * with a hint it tells the model that it gets nowhere.
   */
  build(run: Run, agent: AgentDefinition, protocol: Protocol, tools: readonly ToolSpec[]): ModelRequest {
    const messages: Message[] = [this.#opening(agent, protocol, tools, run), ...this.#question(run)];
    if (run.summary) messages.push(this.#summary(run.summary, run));
    for (const step of shownSteps(run)) messages.push(...this.#replay(step, protocol, run));
    const { forced, withheld } = run.thinking ?? {};
    if (run.thinking) messages.push(...hintMessages(run.thinking, run));
    if (forced !== undefined) messages.push({ role: 'user', content: forcedSentence(run.language, forced) });
    const budgetMs = Math.max(0, run.limits.deadlineMs - run.activeMs);
    return { ...protocol.request(messages, forced === undefined ? offered(tools, withheld) : []), budgetMs, run };
  }

  /** The parts of the run's next prompt, in tokens of `counter`. */
  size(
    run: Run,
    agent: AgentDefinition,
    protocol: Protocol,
    tools: readonly ToolSpec[],
    counter: PromptCounter,
  ): PromptSize {
    const head = [this.#opening(agent, protocol, tools, run), ...this.#question(run)];
    const shown = shownSteps(run);
    return {
      head: counter.messages(head) + counter.tools(protocol.request([], tools).tools),
      summary: run.summary ? counter.messages([this.#summary(run.summary, run)]) : 0,
      steps: [
        ...new Array<number>(run.steps.length - shown.length).fill(0),
        ...shown.map((step) => counter.messages(this.#replay(step, protocol, run))),
      ],
    };
  }

  /** The same for every run of an agent, so that a provider can share its cache between runs. */
  #opening(agent: AgentDefinition, protocol: Protocol, tools: readonly ToolSpec[], { language }: Run): Message {
    const byProtocol = this.#openings.get(agent) ?? new Map<Protocol, Message>();
    this.#openings.set(agent, byProtocol);
    const known = byProtocol.get(protocol);
    if (known) return known;
    const parts = [agent.instructions.trim(), protocol.instructions(tools, language).trim()];
    const opening: Message = { role: 'system', content: parts.filter((part) => part !== '').join('\n\n') };
    byProtocol.set(protocol, opening);
    return opening;
  }

  #question(run: Run): Message[] {
    const known = this.#questions.get(run.history);
    if (known?.runId === run.id) return known.messages;
    const today = todaySentence(run.language, dateInZone(startOf(run), run.timeZone), run.timeZone);
    const messages: Message[] = [...run.history, { role: 'user', content: `${run.question}\n\n${today}` }];
    this.#questions.set(run.history, { runId: run.id, messages });
    return messages;
  }

  #summary(summary: Summary, { language }: Run): Message {
    const known = this.#summaries.get(summary);
    if (known) return known;
    const message: Message = { role: 'user', content: summarySentence(language, summary.throughStep, summary.text) };
    this.#summaries.set(summary, message);
    return message;
  }

  /** What the model was told before the step stays where it was. */
  #replay(step: Step, protocol: Protocol, run: Run): readonly Message[] {
    const known = this.#steps.get(step);
    if (known?.protocol === protocol) return known.messages;
    const messages = [...hintMessages(step, run), ...protocol.replay(step, run.language)];
    this.#steps.set(step, { protocol, messages });
    return messages;
  }
}

const startOf = (run: Run): number => (run.clock === undefined ? run.startedAt : Date.parse(run.clock));

const shownSteps = ({ steps, summary }: Run): readonly Step[] =>
  summary ? steps.filter(({ index }) => index > summary.throughStep) : steps;

const hintMessages = ({ hint, withheld }: Pick<Step, 'hint' | 'withheld'>, { language }: Run): Message[] =>
  hint === undefined ? [] : [{ role: 'user', content: hintSentence(language, hint, withheld ?? []) }];

/** The array itself where nothing is withheld: adapters cache by identity. */
const offered = (tools: readonly ToolSpec[], withheld: readonly string[] | undefined): readonly ToolSpec[] =>
  withheld ? tools.filter(({ name }) => !withheld.includes(name)) : tools;
