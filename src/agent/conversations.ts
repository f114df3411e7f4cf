import { Inject, Injectable } from '@nestjs/common';
import { ConversationBusyError, ConversationNotFoundError } from '../core/errors';
import type { ConversationKey, RunStore, RunSummary } from '../core/run-store';
import type { AgentOptions } from './agent-options';
import { ConversationGate } from './conversation-gate';
import { historyOf, type History } from './conversation-history';
import { AGENT_OPTIONS, RUN_STORE } from './tokens';

/** Earlier runs that are looked at for the history of a new one. */
const HISTORY_RUNS = 100;

/** Runs that `read` gives, the newest; older ones are in the list of runs. */
const MOST_RUNS = 1000;

/** Runs that share a `conversationId`: one at a time, each with the questions and answers before it. */
@Injectable()
export class Conversations {
  readonly #gate = new ConversationGate();

  constructor(
    @Inject(AGENT_OPTIONS) private readonly options: AgentOptions,
    @Inject(RUN_STORE) private readonly store: RunStore,
  ) {}

  /**
   * Lets a new run in and gives the history that it starts with. `leave` is due as soon as the store can tell that the run is
   * there, or that it is not.
   * @throws ConversationBusyError when another run of the conversation has not ended; StoreError
   */
  async enter(conversation: ConversationKey, runId: string): Promise<{ history: History; leave: () => void }> {
    const { found, leave } = await this.#gate.enter(nameOf(conversation), runId, async () => {
      const [open] = await this.store.unfinished(conversation);
      if (open) throw new ConversationBusyError(open.runId);
      return this.store.list({ ...conversation, limit: HISTORY_RUNS });
    });
    return { history: historyOf(found.items, this.options.historyTokens), leave };
  }

  /** Its runs, oldest first. @throws ConversationNotFoundError when it has none; StoreError */
  async read(conversation: ConversationKey): Promise<RunSummary[]> {
    const runs: RunSummary[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.store.list({ ...conversation, limit: 100, ...(cursor !== undefined && { cursor }) });
      runs.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined && runs.length < MOST_RUNS);
    if (runs.length === 0) throw new ConversationNotFoundError('No such conversation');
    return runs.reverse();
  }

  /**
   * Deletes its runs and their events.
   * @throws ConversationNotFoundError when it has none; ConversationBusyError while one has not ended; StoreError
   */
  async forget(conversation: ConversationKey): Promise<void> {
    const runs = await this.#gate.alone(nameOf(conversation), () => this.store.forget(conversation));
    if (runs === 0) throw new ConversationNotFoundError('No such conversation');
  }
}

const nameOf = ({ tenant, conversationId }: ConversationKey): string => JSON.stringify([tenant, conversationId]);
