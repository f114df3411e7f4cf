import { Injectable } from '@nestjs/common';
import type { AgentDefinition } from '../core/agent-definition';
import type { Message, ModelRequest } from '../core/model';
import type { Protocol } from '../core/protocol';
import type { Run, Step } from '../core/run';
import type { ToolSpec } from '../core/tool';
import { dateInZone } from '../tools/zoned-time';
import { forcedSentence, todaySentence } from './prompts';

/**
 * Builds the message list of a model call from the run alone: no clock, no randomness, so that a prompt can be rebuilt from
 * the events years later. Append-only: each call's messages start with exactly the messages of the call before, which is what
 * providers' prompt caches need. Message objects are made once and reused by identity, so that an adapter serialises each once.
 */
@Injectable()
export class PromptBuilder {
  readonly #openings = new WeakMap<AgentDefinition, Map<Protocol, Message>>();
  readonly #questions = new WeakMap<readonly Message[], { runId: string; messages: Message[] }>();
  readonly #steps = new WeakMap<Step, { protocol: Protocol; messages: Message[] }>();

  /** With `stop`, the name of a limit, the last message asks for an answer without tools. */
  build(run: Run, agent: AgentDefinition, protocol: Protocol, tools: readonly ToolSpec[], stop?: string): ModelRequest {
    const messages: Message[] = [this.#opening(agent, protocol, tools, run), ...this.#question(run)];
    for (const step of run.steps) messages.push(...this.#replay(step, protocol, run));
    if (stop !== undefined) messages.push({ role: 'user', content: forcedSentence(run.language, stop) });
    const budgetMs = Math.max(0, run.limits.deadlineMs - run.activeMs);
    return { ...protocol.request(messages, stop === undefined ? tools : []), budgetMs, run };
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

  #replay(step: Step, protocol: Protocol, { language }: Run): readonly Message[] {
    const known = this.#steps.get(step);
    if (known?.protocol === protocol) return known.messages;
    const messages = protocol.replay(step, language);
    this.#steps.set(step, { protocol, messages });
    return messages;
  }
}

const startOf = (run: Run): number => (run.clock === undefined ? run.startedAt : Date.parse(run.clock));
