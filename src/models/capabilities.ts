/** Request fields that some models refuse and that a call can do without or spell in another way. */
export type OptionalField = keyof typeof WORDS;

/** What a refusal of a field says. Longer words first: `stop` is also a word of other complaints. */
const WORDS = {
  stream_options: ['stream_options'],
  /** A schema in `response_format`; without it there is still the plain JSON mode. */
  json_schema: ['json_schema', 'response_format'],
  response_format: ['response_format', 'json_object'],
  max_tokens: ['max_tokens'],
  temperature: ['temperature'],
  stop: ['stop'],
} as const;

const FIELDS = Object.keys(WORDS) as OptionalField[];

const REFUSALS = [
  'support',
  'unavailable',
  'unknown',
  'unrecognized',
  'unexpected',
  'not permitted',
  'not allowed',
  'extra',
  'invalid',
];

const TOOLS = ['tools', 'tool use', 'tool calling', 'tool choice', 'tool_choice', 'function calling', 'functions'];

/** What one model was found to refuse. It is learnt from the provider's 400 and holds until the process ends. */
export class Capabilities {
  readonly #refused = new Set<OptionalField>();
  #takesTools = true;

  /** How many fields were refused so far; requests look alike until it grows. */
  get refusals(): number {
    return this.#refused.size;
  }

  get takesTools(): boolean {
    return this.#takesTools;
  }

  takes(field: OptionalField): boolean {
    return !this.#refused.has(field);
  }

  /**
   * Learns from a refusal which field of `sent` it was about. False when it is about none of them: then repeating is no use.
   * Another call may have learnt the same meanwhile, so a field counts when it was sent, known or not.
   */
  learn(status: number, body: string, sent: Readonly<Record<string, unknown>>): boolean {
    if (status !== 400 && status !== 422) return false;
    const complaint = body.slice(0, 8192).toLowerCase();
    if (!REFUSALS.some((word) => complaint.includes(word))) return false;
    const field = FIELDS.find((name) => isSent(name, sent) && WORDS[name].some((word) => hasWord(complaint, word)));
    if (field === undefined) return false;
    this.#refused.add(field);
    return true;
  }

  /** Learns from a refusal of a request with tools whether it was about all of them; a fault in one tool's schema is not. */
  learnTools(status: number, body: string): boolean {
    if (![400, 404, 405, 422, 500, 501].includes(status)) return false;
    const complaint = body.slice(0, 8192).toLowerCase();
    const isRefusal = [
      'support',
      'enable-auto-tool-choice',
      'requires --jinja',
      'unrecognized',
      'unknown',
      'not permitted',
      'extra',
    ];
    if (!TOOLS.some((word) => hasWord(complaint, word)) || !isRefusal.some((word) => complaint.includes(word)))
      return false;
    if (['tools[', 'tools.', 'schema', 'parameters'].some((word) => complaint.includes(word))) return false;
    this.#takesTools = false;
    return true;
  }
}

function isSent(field: OptionalField, sent: Readonly<Record<string, unknown>>): boolean {
  const { type } = (sent.response_format ?? {}) as { type?: unknown };
  if (field === 'json_schema') return type === 'json_schema';
  if (field === 'response_format') return type === 'json_object';
  return field in sent;
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
