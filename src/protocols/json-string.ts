export interface StringRead {
  closed: boolean;
  /** After the closing quote. */
  end: number;
  /** The same as a strict JSON string. */
  json: string;
  /** Where lines start inside it. */
  lines: number[];
}

const CLOSERS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”"', '‘': '’' };

/** Reads the string that the quote at `start` opens. A quote closes it only where a value can end: `"the "fado" song"` is one. */
export function readString(text: string, start: number): StringRead {
  const closers = CLOSERS[text[start] as string] ?? '"';
  const out: string[] = ['"'];
  const lines: number[] = [];
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at] as string;
    if (char === '\\') {
      const escape = readEscape(text, at);
      out.push(escape.json);
      at = escape.end - 1;
    } else if (closers.includes(char) && endsValue(text, at + 1)) {
      out.push('"');
      return { closed: true, end: at + 1, json: out.join(''), lines };
    } else {
      if (char === '\n') lines.push(at + 1);
      out.push(char < ' ' || char === '"' ? escaped(char) : char);
    }
  }
  return { closed: false, end: text.length, json: '', lines };
}

/** `\'` and escapes that JSON does not know, such as the `\d` of a pattern, are kept for what they show. */
function readEscape(text: string, at: number): { json: string; end: number } {
  const next = text[at + 1];
  if (next === undefined) return { json: '\\\\', end: at + 1 };
  if ('"\\/bfnrt'.includes(next)) return { json: `\\${next}`, end: at + 2 };
  if (next === 'u' && isHex(text.slice(at + 2, at + 6))) return { json: text.slice(at, at + 6), end: at + 6 };
  if (next === "'" || next === '`') return { json: next, end: at + 2 };
  return { json: '\\\\', end: at + 1 };
}

const isHex = (text: string): boolean =>
  text.length === 4 && [...text.toLowerCase()].every((char) => '0123456789abcdef'.includes(char));

function endsValue(text: string, after: number): boolean {
  let at = after;
  while (at < text.length && (text[at] as string).trim() === '') at += 1;
  const next = text[at];
  if (next === undefined || ',:}]，：'.includes(next)) return true;
  if (next === '/') return text[at + 1] === '/' || text[at + 1] === '*';
  return at > after && '"\'“'.includes(next); // a comma was forgotten
}

const escaped = (char: string): string => (char === '\n' ? '\\n' : JSON.stringify(char).slice(1, -1));
