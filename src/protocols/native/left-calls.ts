import { Fences, fenceAt, lineEnd, unfence } from '../fences';
import { stepIn } from '../json-step';
import { readJson } from '../lenient-json';
import type { ToolCall } from '../../core/tool';
import { readArguments } from './arguments';
import { MARKERS, readMarkedCall } from './marked-calls';
import type { WireNames } from './wire-names';

type Call = Pick<ToolCall, 'name' | 'input'>;

/** Calls that a server left in the text; `problem` when they are calls, but cannot be run. */
export type LeftCalls =
  | { readonly calls: readonly Call[]; readonly before: string }
  | { readonly problem: 'bad-json' | 'none-action'; readonly before: string };

/**
 * Calls that stand in the text because the server did not take them out. They count when nothing follows them and each names a
 * registered tool; marked ones may have words before them. Undefined: the text is text.
 */
export function readLeftCalls(text: string, names: WireNames): LeftCalls | undefined {
  const start = markerStart(text);
  if (start !== undefined) return readMarked(text, start, names);
  return readBare(unfence(text)?.inner.trim() ?? text, names);
}

/** The first marker at a line start, or token of a chat template anywhere in a line, that is not in a code block. */
function markerStart(text: string): number | undefined {
  if (!MARKERS.some((marker) => text.includes(marker))) return undefined;
  const fences = new Fences(text);
  for (let line = 0; line < text.length;) {
    const end = lineEnd(text, line) + 1;
    const fenced = fenceAt(text, line, end) && fences.blockEnd(text, line);
    if (fenced !== undefined) {
      line = fenced;
      continue;
    }
    const indent = text.slice(line, end).length - text.slice(line, end).trimStart().length;
    if (MARKERS.some((marker) => text.startsWith(marker, line + indent))) return line + indent;
    const token = tokenIn(text, line, end);
    if (token !== undefined) return token;
    line = end;
  }
  return undefined;
}

/** Nobody writes such a token but a model that calls: DeepSeek and Kimi put it right behind their words. Quoted, it is spoken of. */
function tokenIn(text: string, from: number, end: number): number | undefined {
  for (let at = text.indexOf('<', from); at >= 0 && at < end; at = text.indexOf('<', at + 1)) {
    if ('`"“\''.includes(text[at - 1] ?? ' ')) return undefined;
    if (TOKENS.some((token) => text.startsWith(token, at))) return at;
  }
  return undefined;
}

const TOKENS = MARKERS.filter((marker) => marker.startsWith('<|') || marker.startsWith('<｜'));

function readMarked(text: string, start: number, names: WireNames): LeftCalls | undefined {
  const before = text.slice(0, start).trim();
  const calls: Call[] = [];
  for (let at = start; at < text.length;) {
    const read = readMarkedCall(text, at);
    if (read === 'bad-json') return { problem: read, before };
    if (!read) return undefined;
    at = read.end;
    for (const call of read.calls) {
      const { name, registered } = names.resolve(call.name);
      const input = readArguments(call.input);
      if (!registered) return { problem: 'none-action', before };
      if (!input) return { problem: 'bad-json', before };
      calls.push({ name, input });
    }
  }
  return calls.length > 0 ? { calls, before } : undefined;
}

/** Nothing but JSON that is a call, or a list of calls. */
function readBare(text: string, names: WireNames): LeftCalls | undefined {
  if (text[0] !== '{' && text[0] !== '[') return undefined;
  const read = readJson(text, 0);
  if (!read || text.slice(read.end).trim() !== '') return undefined;
  const items = Array.isArray(read.value) ? (read.value as unknown[]) : [read.value];
  const calls: Call[] = [];
  let before = '';
  for (const item of items) {
    const step = stepIn(item);
    const resolved = step?.action === undefined ? undefined : names.resolve(step.action);
    const input = readArguments(step?.input);
    if (!step || !resolved?.registered) return undefined;
    if (!input) return { problem: 'bad-json', before };
    before ||= step.thought;
    calls.push({ name: resolved.name, input });
  }
  return calls.length > 0 ? { calls, before } : undefined;
}
