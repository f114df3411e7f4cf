import { ConversationBusyError } from '../core/errors';

interface Guest {
  readonly runId: string;
  /** False when it was turned away, or only passed through. Never rejects. */
  readonly isAdmitted: Promise<boolean>;
  settle(isAdmitted: boolean): void;
}

/**
 * Lets one run at a time into a conversation, from before anything of it is stored. Whoever comes while another is still being
 * looked at waits for what becomes of it, so that a refusal always names a run that is really there.
 */
export class ConversationGate {
  readonly #guests = new Map<string, Guest>();

  /**
   * Lets a run in if `check` resolves; `leave` lets the next one in.
   * @throws ConversationBusyError when a run is inside; what `check` throws.
   */
  async enter<Found>(
    conversation: string,
    runId: string,
    check: () => Promise<Found>,
  ): Promise<{ found: Found; leave: () => void }> {
    const guest = await this.#take(conversation, runId);
    const leave = (): void => this.#leave(conversation, guest);
    try {
      const found = await check();
      guest.settle(true);
      return { found, leave };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Does `work` while no run can enter. @throws ConversationBusyError when a run is inside; what `work` throws. */
  async alone<Result>(conversation: string, work: () => Promise<Result>): Promise<Result> {
    const guest = await this.#take(conversation, '');
    try {
      return await work();
    } finally {
      this.#leave(conversation, guest);
    }
  }

  async #take(conversation: string, runId: string): Promise<Guest> {
    for (let other = this.#guests.get(conversation); other; other = this.#guests.get(conversation)) {
      if (await other.isAdmitted) throw new ConversationBusyError(other.runId);
    }
    let settle: Guest['settle'] = () => undefined;
    const isAdmitted = new Promise<boolean>((resolve) => (settle = resolve));
    const guest = { runId, isAdmitted, settle };
    this.#guests.set(conversation, guest);
    return guest;
  }

  /** Those who wait look again only after the place is free. */
  #leave(conversation: string, guest: Guest): void {
    if (this.#guests.get(conversation) === guest) this.#guests.delete(conversation);
    guest.settle(false);
  }
}
