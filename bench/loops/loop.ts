/** How a loop is set up; crosses a process boundary as JSON. */
export interface LoopSpec {
  readonly kind: LoopKind;
  /** Up to and including `/v1`. */
  readonly baseUrl: string;
  /** Name of the script that the model server plays. */
  readonly model: string;
  readonly stream: boolean;
  /** Whether the engine's runs are watched: previews are made only then. */
  readonly isWatched?: boolean;
  /** The first two messages as the engine sends them, and the other fields of its request; for loops written by hand. */
  readonly opening: readonly ChatMessage[];
  readonly fields: Readonly<Record<string, unknown>>;
}

export type LoopKind = LibraryKind | ServerKind;

export type LibraryKind = 'memory' | 'sqlite' | 'sdk' | 'sdk-helper' | 'undici';

/** What is asked over HTTP. */
export type ServerKind = 'service' | 'service-memory' | 'sdk-relay' | 'bare-relay';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** One way to play the scenario. */
export interface Loop {
  /** From the question to the answer. @throws when there is none. */
  ask(): Promise<void>;
  /** From the question to the first piece of the final answer, in ms. */
  firstToken?(): Promise<number>;
  /** Where a loop that is a service of its own listens. */
  readonly url?: string;
  close(): Promise<void>;
}
