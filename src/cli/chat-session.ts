import type { AgentRegistry, RegisteredAgent } from '../agent/agent-registry';
import type { ReActAgentService } from '../agent/react-agent.service';
import { ReActError } from '../core/errors';
import { toReActResult, type PendingApproval } from '../core/react-result';
import { apply, type Run } from '../core/run';
import type { ChatOutput } from './chat-output';
import { runCommand, type CommandTarget } from './commands';
import { questionOf, readDecision } from './decision';
import { readEntry } from './read-entry';

/** The longest question of the HTTP API too, in characters. */
const MAX_QUESTION = 32_768;

export interface ChatParts {
  readonly service: Pick<ReActAgentService, 'begin' | 'follow' | 'decide'>;
  readonly agents: Pick<AgentRegistry, 'get' | 'list'>;
  readonly output: ChatOutput;
  /** Names conversations. */
  readonly newId: () => string;
  /** Who decides about calls; recorded. */
  readonly person: string;
}

/** One person's talk. It starts runs and shows their events; the runs themselves are the service's. */
export class ChatSession implements CommandTarget {
  #agent: string;
  #conversationId: string;
  #lastRun: Run | undefined;
  /** The last run, while its calls are asked about. */
  #asking: Run | undefined;
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

  /** What a line is asked for with. */
  get prompt(): string {
    return this.#pending() ? 'y/n/e> ' : `${this.#agent}> `;
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

  /** A call that waits goes on waiting: it can be decided by others. */
  startConversation(): void {
    this.#asking = undefined;
    this.#conversationId = conversationOf(this.parts);
  }

  /** Takes lines until they end or one of them leaves. False when something went wrong: a fault, or a run without its answer. */
  async talk(lines: AsyncIterable<string>): Promise<boolean> {
    for await (const line of lines) {
      if (this.#isOver) break;
      const entry = readEntry(line);
      if (entry.kind === 'leave') break;
      try {
        const pending = this.#pending();
        if (entry.kind === 'command') this.#command(entry.name, entry.argument);
        if (entry.kind === 'question') await (pending ? this.#decide(pending, entry.text) : this.#ask(entry.text));
      } catch (error) {
        if (!(error instanceof ReActError)) throw error;
        this.#fault(error.runId === undefined ? error.message : `${error.message} · run ${error.runId}`);
      }
    }
    if (this.#pending()) this.#fault(`A call still waits for a person's approval · run ${this.#asking?.id}`);
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
    const request = { question, agent: this.#agent, conversationId: this.#conversationId };
    await this.#watched(async (signal) => {
      const { runId, ended } = await this.parts.service.begin(request, signal);
      return this.#watch(runId, ended);
    });
  }

  /** The call that the next line decides about. */
  #pending(): PendingApproval | undefined {
    return this.#asking && toReActResult(this.#asking).pendingApprovals[0];
  }

  async #decide({ callId }: PendingApproval, line: string): Promise<void> {
    const reading = readDecision(line);
    if ('unclear' in reading) return this.#fault(reading.unclear);
    const before = this.#asking;
    const call = { runId: before?.id ?? '', callId, by: this.parts.person };
    await this.#watched(async (signal) => {
      const { seq, ended } = await this.parts.service.decide(call, reading.decision, signal).catch((error: unknown) => {
        if (isDecided(error)) this.#asking = undefined; // by somebody else, or too late
        throw error;
      });
      return this.#watch(call.runId, ended, before, seq - 1);
    });
  }

  async #watched(move: (signal: AbortSignal) => Promise<Run>): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    try {
      const run = await move(stop.signal);
      this.#lastRun = run;
      this.#asking = run;
      const pending = this.#pending();
      if (pending) this.parts.output.ask(questionOf(pending));
      else if (run.outcome?.status !== 'answered') this.#isClean = false;
    } finally {
      this.#stop = undefined;
    }
  }

  async #watch(runId: string, ended: Promise<Run>, before?: Run, afterSeq = 0): Promise<Run> {
    const over = new AbortController(); // a run that waits for a person, or that cannot be stored, has no last event
    ended.then(
      ({ outcome }) => outcome ?? over.abort(),
      () => over.abort(),
    );
    let run = before;
    for await (const event of this.parts.service.follow(runId, over.signal, { afterSeq })) {
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

const isDecided = (error: unknown): boolean =>
  error instanceof ReActError && ['approval_decided', 'approval_expired', 'run_ended'].includes(error.code);
