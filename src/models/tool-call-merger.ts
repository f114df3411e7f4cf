import type { ToolCall } from '../core/tool';
import { isDeeperThan, objectOf, textOf, type JsonObject } from './json-values';

interface OpenCall {
  readonly index: number | undefined;
  id: string;
  name: string;
  written: string;
  /** Arguments that came as an object instead of as text. */
  object?: JsonObject;
  /** It may be the name of the call before it once more: without arguments it is dropped. */
  readonly isDoubtful?: boolean;
}

/** Deeper arguments than this are not kept: storing and showing them is recursive. */
const MAX_DEPTH = 200;
const TOO_DEEP = '(arguments nested too deep)';

/** What a call costs of the size limit beside its text, so that empty ones are bounded too. */
const CALL_BYTES = 256;

/**
 * Joins the pieces of streamed tool calls. Servers differ in how they tell which piece belongs to which call: by `index`, by
 * `id`, by order alone, with an index that is always 0, with an id that is new in every piece.
 */
export class ToolCallMerger {
  readonly #calls: OpenCall[] = [];

  /** One element of a delta's `tool_calls`, or its `function_call`. Returns the bytes that it added. */
  addPiece(piece: unknown): number {
    const { index, id, name, written } = partsOf(piece);
    return this.#merge(this.#find(index, id, name, written), piece);
  }

  /** One element of a message's `tool_calls`: always a call of its own. */
  addWhole(piece: unknown): number {
    return this.#merge(undefined, piece, { isWhole: true });
  }

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  calls(): ToolCall[] {
    return this.#calls
      .filter(({ name, written, object, isDoubtful }) => (name !== '' && !isDoubtful) || written !== '' || object)
      .map((call, order) => ({ call, order }))
      .sort((a, b) => (a.call.index ?? 0) - (b.call.index ?? 0) || a.order - b.order)
      .map(({ call: { id, name, written, object } }) => ({ id, name, input: object ?? written }));
  }

  #find(index: number | undefined, id: string, name: string, written: unknown): OpenCall | undefined {
    const known = id && this.#calls.find((call) => call.id === id && (index === undefined || call.index === index));
    if (known) return known;
    const call = index === undefined ? this.#calls.at(-1) : this.#calls.findLast((open) => open.index === index);
    return call && !startsAnother(call, { index, id, name, written }) ? call : undefined;
  }

  #merge(known: OpenCall | undefined, piece: unknown, { isWhole } = { isWhole: false }): number {
    const { index, id, name, written } = partsOf(piece);
    const isDoubtful = !isWhole && !known && id === '' && this.#calls.at(-1)?.name === name && written === '';
    const call: OpenCall = known ?? { index, id, name, written: '', isDoubtful };
    if (!known) this.#calls.push(call);
    else {
      call.id ||= id;
      call.name = joinedName(call.name, name);
    }
    return (known ? 0 : CALL_BYTES) + Buffer.byteLength(name) + addArguments(call, written);
  }
}

function partsOf(piece: unknown): { index: number | undefined; id: string; name: string; written: unknown } {
  const call = objectOf(piece) ?? {};
  const inner = objectOf(call.function) ?? objectOf(call.custom) ?? call;
  return {
    index: typeof call.index === 'number' ? call.index : undefined,
    id: textOf(call.id),
    name: textOf(inner.name),
    written: inner.arguments ?? inner.input,
  };
}

/** A piece without a name goes on with the call before it, whatever its id says: some servers make up an id per piece. */
function startsAnother(
  call: OpenCall,
  piece: { index: number | undefined; id: string; name: string; written: unknown },
): boolean {
  if (piece.name === '') return false;
  if (piece.id !== '' && call.id !== '' && piece.id !== call.id) return true;
  const begun = call.written !== '' || call.object !== undefined;
  if (piece.index === undefined && begun && piece.name !== call.name) return true;
  if (piece.id !== '' && piece.id === call.id) return false;
  return call.object !== undefined || isWhole(call.written);
}

/** The name comes once, in every piece, as it grows, or cut in two. */
function joinedName(name: string, piece: string): string {
  if (piece === '' || piece === name) return name;
  return piece.startsWith(name) ? piece : name + piece;
}

function addArguments(call: OpenCall, written: unknown): number {
  if (typeof written === 'string') {
    // `{}` as a placeholder, or the whole once more at the end
    if (call.written === '{}' && written.trimStart().startsWith('{')) call.written = '';
    if (written.length > 2 && written === call.written && isWhole(written)) return 0;
    call.written += written;
    return Buffer.byteLength(written);
  }
  if (written === undefined || written === null) return 0;
  const json = isDeeperThan(written, MAX_DEPTH) ? TOO_DEEP : JSON.stringify(written);
  const object = json === TOO_DEEP ? undefined : objectOf(written);
  if (object) call.object = { ...call.object, ...object };
  else call.written += json; // a list, a number: whoever reads the arguments sees that they are none
  return Buffer.byteLength(json);
}

function isWhole(json: string): boolean {
  if (!json.trimEnd().endsWith('}')) return false;
  try {
    return objectOf(JSON.parse(json)) !== undefined;
  } catch {
    return false;
  }
}
