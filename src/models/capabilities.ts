/** Request fields that some models refuse and that a call can do without or spell in another way. */
export type OptionalField = 'stream_options' | 'response_format' | 'max_tokens' | 'temperature' | 'stop';

/** Longer names first: `stop` is also a word of other complaints. */
const FIELDS: readonly OptionalField[] = ['stream_options', 'response_format', 'max_tokens', 'temperature', 'stop'];

const REFUSALS = [
  'support',
  'unknown',
  'unrecognized',
  'unexpected',
  'not permitted',
  'not allowed',
  'extra',
  'invalid',
];

/** What one model was found to refuse. It is learnt from the provider's 400 and holds until the process ends. */
export class Capabilities {
  readonly #refused = new Set<OptionalField>();

  /** How many fields were refused so far; requests look alike until it grows. */
  get refusals(): number {
    return this.#refused.size;
  }

  takes(field: OptionalField): boolean {
    return !this.#refused.has(field);
  }

  /** Learns from a refusal which field it was about. False when it is about none of `sent`: then repeating is no use. */
  learn(status: number, body: string, sent: (field: OptionalField) => boolean): boolean {
    if (status !== 400 && status !== 422) return false;
    const complaint = body.slice(0, 8192).toLowerCase();
    if (!REFUSALS.some((word) => complaint.includes(word))) return false;
    const field = FIELDS.find((name) => sent(name) && this.takes(name) && hasWord(complaint, name));
    if (field === undefined) return false;
    this.#refused.add(field);
    return true;
  }
}

/** `stop` as a field, neither as a part of `stop_sequence` nor of `stopped`. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + word.length])) return true;
  }
  return false;
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /^[a-z0-9_]$/.test(character);
