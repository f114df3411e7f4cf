import { keyRole, stepIn, type JsonStep } from '../json-step';
import { readJson } from '../lenient-json';

export interface FoundStep {
  readonly step: JsonStep;
  readonly start: number;
  readonly end: number;
  /** The list that it is in holds more. */
  readonly more: boolean;
}

export interface StepSearch {
  readonly found?: FoundStep;
  /** JSON that was meant as a step cannot be read: no other one may stand in for it. */
  readonly broken?: true;
  /** Thought of a step that came without an action. */
  readonly thought: string;
}

/** Each unreadable start may cost a reading to the end of the text. */
const MAX_FAILURES = 6;
/** Values that are no steps; a step behind so many is none that anybody meant. */
export const MAX_VALUES = 200;

/** The step of a reply: the whole message, then in a fence, then at a line start. A closing fence is never looked for. */
export function findStep(text: string): StepSearch {
  const thoughts: string[] = [];
  for (const starts of [wholeStart(text), fencedStarts(text), lineStarts(text)]) {
    const search = firstStep(text, starts, thoughts);
    if (search) return { ...search, thought: thoughts.join('\n') };
  }
  return { thought: thoughts.join('\n') };
}

function firstStep(
  text: string,
  starts: Iterable<number>,
  thoughts: string[],
): Pick<StepSearch, 'found' | 'broken'> | undefined {
  let failures = 0;
  let values = 0;
  let readTo = 0;
  for (const start of starts) {
    if (start < readTo) continue; // within a value that was read
    const read = readJson(text, start);
    if (!read) {
      if (isMeantAsStep(text, start)) return { broken: true };
      if (++failures >= MAX_FAILURES) return undefined;
      continue;
    }
    readTo = read.end;
    if (++values > MAX_VALUES) return undefined;
    const step = stepIn(read.value);
    const more = Array.isArray(read.value) && read.value.length > 1;
    if (step && (step.action !== undefined || step.answer !== undefined))
      return { found: { step, start, end: read.end, more } };
    if (step && thoughts.length < MAX_FAILURES && !thoughts.includes(step.thought)) thoughts.push(step.thought);
  }
  return undefined;
}

function* wholeStart(text: string): Iterable<number> {
  const start = text.length - text.trimStart().length;
  if (opensValue(text[start])) yield start;
}

/** After a fence mark and its info string, wherever in a line the mark stands. */
export function* fencedStarts(text: string): Iterable<number> {
  for (let at = 0; at < text.length;) {
    const mark = nextMark(text, at);
    if (mark === undefined) return;
    at = mark + 3;
    while (text[at] === text[mark]) at += 1;
    const start = skipBlanks(text, infoEnd(text, at));
    if (opensValue(text[start])) yield start;
    at = Math.max(at, start);
  }
}

function nextMark(text: string, from: number): number | undefined {
  const marks = ['```', '~~~'].map((mark) => text.indexOf(mark, from)).filter((at) => at >= 0);
  return marks.length === 0 ? undefined : Math.min(...marks);
}

const MAX_INFO = 32;

/** After an info string such as `json` or `JSON5`. */
function infoEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && at - from < MAX_INFO && !'\n{['.includes(text[at] as string)) at += 1;
  return at;
}

function* lineStarts(text: string): Iterable<number> {
  for (let line = 0; line < text.length;) {
    const start = skipBlanks(text, line);
    if (opensValue(text[start])) yield start;
    const end = text.indexOf('\n', start);
    line = end < 0 ? text.length : end + 1;
  }
}

/** Every object within a line. */
export function* inlineStarts(text: string): Iterable<number> {
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) yield at;
}

const opensValue = (char: string | undefined): boolean => char === '{' || char === '[';

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text[at] as string).trim() === '') at += 1;
  return at;
}

/** Nothing or the mark of a fence stands before it: the whole reply was meant as JSON. */
const opensReply = (before: string): boolean =>
  before === '' || ((before.startsWith('```') || before.startsWith('~~~')) && !before.includes('\n'));

/** Whether the object at `start` begins with a key of a step, or is what the reply opens with. */
function isMeantAsStep(text: string, start: number): boolean {
  const head = text.slice(start, start + 200).replace(/^\[?\s{0,100}\{\s{0,100}/, '');
  const quote = '"\'“‘'.includes(head[0] ?? ' ');
  const key = /^[\p{L}_ -]{1,40}/u.exec(quote ? head.slice(1) : head)?.[0] ?? '';
  if (keyRole(key) !== undefined) return true;
  return quote && opensReply(text.slice(0, Math.min(start, MAX_INFO * 4)).trim());
}
