import type { AgentRegistry, RegisteredAgent } from '../agent/agent-registry';
import type { ReActAgentService } from '../agent/react-agent.service';
import { ReActError } from '../core/errors';
import { apply, type Run } from '../core/run';
import type { ChatOutput } from './chat-output';
import { runCommand, type CommandTarget } from './commands';
import { readEntry } from './read-entry';

/** The longest question of the HTTP API too, in characters. */
const MAX_QUESTION = 32_768;

export interface ChatParts {
  readonly service: Pick<ReActAgentService, 'begin' | 'follow'>;
  readonly agents: Pick<AgentRegistry, 'get' | 'list'>;
  readonly output: ChatOutput;
  /** Names conversations. */
  readonly newId: () => string;
}

/** One person's talk. It starts runs and shows their events; the runs themselves are the service's. */
export class ChatSession implements CommandTarget {
  #agent: string;
  #conversationId: string;
  #lastRun: Run | undefined;
  /** Stops the run under way. */
  #stop: AbortController | undefined;
  #isOver = false;
  #isClean = true;

  /** @throws BadRequestError when there is no such agent; the default one is taken without a name. */
  constructor(
    private readonly parts: ChatParts,
    agent?: string,
  ) {
    this.#agent = parts.agents.get(agent).definition.name;
    this.#conversationId = conversationOf(parts);
  }

  get agent(): string {
    return this.#agent;
  }

  get lastRun(): Run | undefined {
    return this.#lastRun;
  }

  listAgents(): readonly RegisteredAgent[] {
    return this.parts.agents.list();
  }

  useAgent(name: string): void {
    this.#agent = this.parts.agents.get(name).definition.name;
  }

  startConversation(): void {
    this.#conversationId = conversationOf(this.parts);
  }

  /** Takes lines until they end or one of them leaves. False when something went wrong: a fault, or a run without its answer. */
  async talk(lines: AsyncIterable<string>): Promise<boolean> {
    for await (const line of lines) {
      if (this.#isOver) break;
      const entry = readEntry(line);
      if (entry.kind === 'leave') break;
      try {
        if (entry.kind === 'command') this.#command(entry.name, entry.argument);
        if (entry.kind === 'question') await this.#ask(entry.text);
      } catch (error) {
        if (!(error instanceof ReActError)) throw error;
        this.#fault(error.runId === undefined ? error.message : `${error.message} · run ${error.runId}`);
      }
    }
    return this.#isClean;
  }

  /** Cancels the run under way; false when there is none. */
  stopRun(): boolean {
    this.#stop?.abort(new Error('Stopped at the terminal'));
    return this.#stop !== undefined;
  }

  /** Cancels the run under way and takes no more lines. */
  leave(): void {
    this.#isOver = true;
    this.stopRun();
  }

  #command(name: string, argument: string): void {
    const said = runCommand(this, name, argument);
    if (said === undefined) this.#fault(`There is no command ${name}; /help lists them`);
    else this.parts.output.say(said);
  }

  async #ask(question: string): Promise<void> {
    if (question.length > MAX_QUESTION)
      return this.#fault(`A question has ${MAX_QUESTION} characters at most, this one has ${question.length}`);
    const stop = new AbortController();
    this.#stop = stop;
    try {
      const request = { question, agent: this.#agent, conversationId: this.#conversationId };
      const { runId, ended } = await this.parts.service.begin(request, stop.signal);
      this.#lastRun = await this.#watch(runId, ended);
      if (this.#lastRun.outcome?.status !== 'answered') this.#isClean = false;
    } finally {
      this.#stop = undefined;
    }
  }

  async #watch(runId: string, ended: Promise<Run>): Promise<Run> {
    const over = new AbortController(); // a run that waits for a person, or that cannot be stored, has no last event
    ended.then(
      ({ outcome }) => outcome ?? over.abort(),
      () => over.abort(),
    );
    let run: Run | undefined;
    for await (const event of this.parts.service.follow(runId, over.signal)) {
      run = apply(run, event);
      this.parts.output.show(event, run);
    }
    return ended;
  }

  #fault(text: string): void {
    this.#isClean = false;
    this.parts.output.fault(text);
  }
}

const conversationOf = ({ newId }: ChatParts): string => `chat-${newId()}`;
