/** What a line of a person means. */
export type Entry =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'command'; readonly name: string; readonly argument: string }
  | { readonly kind: 'question'; readonly text: string };

const LEAVE = new Set(['exit', 'quit', '/exit', '/quit']);

export function readEntry(line: string): Entry {
  const text = line.trim();
  if (text === '') return { kind: 'nothing' };
  if (LEAVE.has(text.toLowerCase())) return { kind: 'leave' };
  if (!text.startsWith('/')) return { kind: 'question', text };
  const end = text.search(/\s/);
  if (end < 0) return { kind: 'command', name: text, argument: '' };
  return { kind: 'command', name: text.slice(0, end), argument: text.slice(end).trim() };
}
