import { lineEnd, unfence } from '../fences';
import { looksLikeJson, readStep, textOf, type JsonStep } from '../json-step';
import { stripEndTokens } from '../leaked-tokens';
import { readJson } from '../lenient-json';
import { cleanName, isDecoration, isFinish, isNone, type ToolNames } from '../tool-names';
import { readBracket } from './bracket-input';
import { BAD_JSON, readInput } from './input-value';
import { midLineLabels } from './mid-line-labels';

/** What stands after an `Action:` label. */
export type ActionRead =
  | { kind: 'empty' | 'none' | 'bad-json' }
  /** The answer is undefined when it must come from an input label. */
  | { kind: 'finish'; answer?: string; thought?: string }
  /** The input is undefined when it must come from an input label. */
  | { kind: 'call'; name: string; registered: boolean; input?: unknown; thought?: string; more?: true };

export interface ActionContext {
  tools: ToolNames;
  /** An input label follows, so what stands in parentheses explains the name. */
  hasInput: boolean;
  /** Emphasis that the label left open. */
  open?: string;
}

export function readAction(value: string, context: ActionContext): ActionRead {
  let text = stripEndTokens(value).trim();
  text = withoutClosing(text, context.open ?? '');
  text = unfence(text)?.inner.trim() ?? text;
  if (text === '') return { kind: 'empty' };
  if (looksLikeJson(text)) return readJsonAction(text, context.tools);

  const glued = midLineLabels(text, lineEnd(text, 0)).find(({ kind }) => kind === 'input');
  if (glued && glued.start > 0) {
    const read = readAction(text.slice(0, glued.start), { ...context, hasInput: true });
    return withInput(read, text.slice(glued.valueStart));
  }
  return readCall(withoutWrapper(text), context);
}

function readCall(text: string, context: ActionContext): ActionRead {
  const breakAt = text.indexOf('\n');
  const line = breakAt < 0 ? text : text.slice(0, breakAt);
  const next = breakAt < 0 ? '' : text.slice(breakAt + 1);
  const whole = context.tools.resolve(line);
  if (whole.registered) return withNextLines({ kind: 'call', ...whole }, next, context);

  const colon = line.search(/[:：]/);
  if (colon > 0 && isFinish(cleanName(line.slice(0, colon))))
    return { kind: 'finish', answer: text.slice(colon + 1).trim() };
  const at = opener(line);
  const inline = at < 0 ? undefined : inlineInput(text, at, context);
  const name = at < 0 ? line : line.slice(0, at);
  if (inline) return named(name, context.tools, inline);
  const read = named(separated(line, context) ?? name, context.tools);
  if (read.kind === 'finish' && !context.hasInput && next.trim() !== '') return { kind: 'finish', answer: next.trim() };
  return read.kind === 'call' ? withNextLines(read, next, context) : read;
}

interface Inline {
  raw: string;
  more?: true;
}

/** The input in brackets after a name, or undefined when the brackets hold an explanation. */
function inlineInput(text: string, at: number, { hasInput }: ActionContext): Inline | undefined {
  const open = text[at] as string;
  if (open === '{') return { raw: text.slice(at) };
  const inside = text.slice(at + 1).trimStart();
  const round = open === '(' || open === '（';
  if (round && !looksLikeArguments(inside) && (hasInput || text[at - 1] === ' ')) return undefined;
  const json = inside[0] === '{' ? readJson(inside, 0) : undefined;
  if (json)
    return {
      raw: inside.slice(0, json.end),
      ...(hasAnotherCall(inside.slice(json.end + 1)) && { more: true as const }),
    };
  const { inner, rest } = readBracket(text, at);
  return { raw: inner, ...(hasAnotherCall(rest) && { more: true as const }) };
}

const looksLikeArguments = (inside: string): boolean =>
  inside[0] === ')' ||
  '{["\''.includes(inside[0] ?? ' ') ||
  /^[\p{L}_][\p{L}\p{N}_]{0,63}\s{0,4}=/u.test(inside.slice(0, 100));

const hasAnotherCall = (rest: string): boolean =>
  /^[\s,;，；]{0,64}[\p{L}_][\p{L}\p{N}_]{0,63}[[(]/u.test(rest.slice(0, 200));

function named(rawName: string, tools: ToolNames, inline?: Inline): ActionRead {
  const { name, registered } = tools.resolve(rawName);
  if (!registered) {
    if (name === '') return { kind: 'empty' };
    if (isFinish(name)) return inline ? { kind: 'finish', answer: answerIn(inline.raw) } : { kind: 'finish' };
    if (isNone(name) || isNone(rawName)) return { kind: 'none' };
  }
  const read: ActionRead = { kind: 'call', name, registered, ...(inline?.more && { more: true as const }) };
  if (!inline) return read;
  return withInput(read, inline.raw);
}

/** `finish(answer="Call style.")` as well as `Finish[text]`; what is inside is text, never an object. */
function answerIn(raw: string): string {
  const text = raw.trim();
  const key = /^(?:final_)?answer\s{0,4}=\s{0,4}/i.exec(text.slice(0, 40));
  if (!key) return text;
  const value = readInput(text.slice(key[0].length));
  return typeof value === 'string' ? value : text;
}

export function withInput(read: ActionRead, raw: string): ActionRead {
  if (read.kind === 'finish') return { ...read, answer: stripEndTokens(raw).trim() };
  if (read.kind !== 'call') return read;
  const input = readInput(raw);
  return input === BAD_JSON ? { kind: 'bad-json' } : { ...read, input };
}

/** Without an input label, brackets on the next line or the line right under the name are the input. */
function withNextLines(read: ActionRead & { kind: 'call' }, next: string, context: ActionContext): ActionRead {
  const text = next.trimStart();
  if (text === '') return read;
  if ('[【［'.includes(text[0] as string)) return withInput(read, inlineInput(text, 0, context)?.raw ?? '');
  if (context.hasInput) return read;
  return text[0] === '{' || !isBlankLine(next) ? withInput(read, next) : read;
}

const isBlankLine = (text: string): boolean =>
  text.slice(0, Math.max(0, text.indexOf('\n'))).trim() === '' && text.startsWith('\n');

/** `Calculator: adds numbers`, `Calculator - adds numbers`: the part before, when it names a tool. */
function separated(line: string, { tools, hasInput }: ActionContext): string | undefined {
  const marks = hasInput ? [' - ', ' – ', ' — ', ':', '：', ',', '，', ' '] : [' - ', ' – ', ' — ', ' #', ' //'];
  const cuts = marks.map((mark) => line.indexOf(mark)).filter((at) => at > 0);
  return cuts.map((at) => line.slice(0, at)).find((part) => tools.resolve(part).registered);
}

/** The first bracket after at least one character of a name. */
function opener(line: string): number {
  let hasName = false;
  for (let at = 0; at < line.length; at += 1) {
    if (hasName && '[(【［（{'.includes(line[at] as string)) return at;
    hasName ||= !isDecoration(line[at] as string);
  }
  return -1;
}

/** One pair of quotes or emphasis around the whole call: `` `WebSearch[x]` ``. */
function withoutWrapper(text: string): string {
  for (const mark of ['**', '`', '*']) {
    const inner = text.slice(mark.length, -mark.length);
    if (text.length > 2 * mark.length && text.startsWith(mark) && text.endsWith(mark) && !inner.includes(mark))
      return inner.trim();
  }
  return text;
}

export function withoutClosing(text: string, open: string): string {
  const mark = open === '【' ? '】' : open;
  return mark !== '' && text.endsWith(mark) ? text.slice(0, -mark.length).trimEnd() : text;
}

function readJsonAction(text: string, tools: ToolNames): ActionRead {
  const read = readStep(text);
  if (!read) return { kind: 'bad-json' };
  return actionOfStep(read.step, tools);
}

/** The action that a JSON step asks for. */
export function actionOfStep({ action, input, answer, thought }: JsonStep, tools: ToolNames): ActionRead {
  if (action === undefined) return answer ? { kind: 'finish', answer, thought } : { kind: 'empty' };
  const read = named(action, tools);
  if (read.kind === 'finish') return { kind: 'finish', answer: textOf(input) || (answer ?? ''), thought };
  if (read.kind === 'none' && answer) return { kind: 'finish', answer, thought };
  if (read.kind !== 'call') return read;
  // JSON says exactly what a string holds; only an object that was encoded twice is decoded
  const value = typeof input === 'string' && input.trimStart().startsWith('{') ? readInput(input) : input;
  return { ...read, input: value === BAD_JSON ? input : value, thought };
}
