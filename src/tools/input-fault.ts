/** One thing that is wrong with an input, in terms that a sentence can be made of. */
export type InputFault =
  | { readonly kind: 'unreadable'; readonly got: string }
  | { readonly kind: 'cut'; readonly got: string }
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'missing'; readonly path: string; readonly expected: string }
  | { readonly kind: 'unknown'; readonly path: string; readonly fields: readonly string[] }
  | { readonly kind: 'inexact'; readonly path: string; readonly got: string }
  | { readonly kind: 'type'; readonly path: string; readonly expected: string; readonly got: string }
  | { readonly kind: 'rule'; readonly path: string; readonly rule: string; readonly got: string };

const MAX_ECHO = 100;

/** A value as a fault shows it: JSON, at most about 100 characters. */
export function echo(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value));
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null)
    return clip(`an object with ${Object.keys(value).slice(0, 5).join(', ') || 'no fields'}`);
  return String(value);
}

/** The first characters; never half a surrogate pair. */
export function clip(text: string, most = MAX_ECHO): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)}…`;
}
