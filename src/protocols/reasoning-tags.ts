export interface ReasoningTag {
  closing: boolean;
  end: number;
}

const NAMES = ['thinking', 'thought', 'think', 'reasoning', 'seed:think'];
const BRACKETS: Readonly<Record<string, string>> = { '<': '>', '[': ']', '◁': '▷' };
/** The longest tag, in characters; a stream need not wait longer. */
export const MAX_TAG = 16;

/** The reasoning tag at `at`: `<think>`, `</thinking>`, `[THINK]`, `◁/think▷`. */
export function tagAt(text: string, at: number): ReasoningTag | undefined {
  const close = BRACKETS[text[at] as string];
  if (close === undefined) return undefined;
  const closing = text[at + 1] === '/';
  const from = closing ? at + 2 : at + 1;
  const word = text.slice(from, from + MAX_TAG).toLowerCase();
  const name = NAMES.find((candidate) => word.startsWith(candidate + close));
  return name === undefined ? undefined : { closing, end: from + name.length + 1 };
}

/** Whether `text` is the beginning of an opening tag, or one. */
export const mayOpenTag = (text: string): boolean =>
  Object.entries(BRACKETS).some(([open, close]) =>
    NAMES.some((name) => (open + name + close).startsWith(text.slice(0, MAX_TAG).toLowerCase())),
  );

/** After the tag that closes the block whose opening tag ends at `from`; tags nest. Undefined when it is never closed. */
export function blockEnd(text: string, from: number): { inner: number; end: number } | undefined {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    const tag = tagAt(text, at);
    if (!tag) continue;
    depth += tag.closing ? -1 : 1;
    if (depth === 0) return { inner: at, end: tag.end };
    at = tag.end - 1;
  }
  return undefined;
}
