export type LabelKind = 'thought' | 'action' | 'input' | 'observation' | 'answer' | 'question';

export interface Label {
  kind: LabelKind;
  /** Where its line starts. */
  start: number;
  /** Just after the label. */
  valueStart: number;
  /** Has a bullet or a number before it, as a list item would. */
  listed: boolean;
  /** Emphasis opened before the label and still open after it: `**Action: x**`. */
  open: string;
  /** A word too common to be a label everywhere, such as `Input`. */
  generic: boolean;
}

interface Name {
  kind: LabelKind;
  /** Lower case; a blank stands for up to two of ` `, `_`, `-`. */
  text: string;
  generic?: boolean;
  /** May stand on a line of its own, undecorated and without a colon. */
  alone?: boolean;
}

const names = (kind: LabelKind, words: string, flags: Partial<Name> = {}): Name[] =>
  words.split('|').map((text) => ({ kind, text, ...flags }));

/** Longer names first, so that `Action Input` is never read as `Action`. */
const NAMES: readonly Name[] = [
  ...names('thought', 'thought|thoughts|思考|思考过程|想法'),
  ...names('action', 'action|行动|动作'),
  ...names('input', 'action input|action inputs|action arguments|action parameters|tool input', { alone: true }),
  ...names('input', '行动输入|动作输入|工具输入|行动参数|行动 输入'),
  ...names('input', 'input|输入|参数', { generic: true }),
  ...names('observation', 'observation|observations|观察|观察结果|观测|观测结果'),
  ...names('answer', 'final answer|final response|最终答案|最终回答|最终答复', { alone: true }),
  ...names('answer', 'answer|答案|回答'),
  ...names('question', 'question|new question|问题|用户问题'),
].sort((a, b) => b.text.length - a.text.length);

/** Most lines are no labels: their first letter tells. */
const NAMES_BY_INITIAL: ReadonlyMap<string, readonly Name[]> = new Map(
  NAMES.map(({ text }) => [text.charAt(0), NAMES.filter((name) => name.text.charAt(0) === text.charAt(0))]),
);

const MAX_DECORATION = 64;
const BLANK = ' \t\r\u00a0\u3000\ufeff\u200b';
const EMPHASIS = '*_`';
export const isBlank = (char: string | undefined): boolean => char !== undefined && BLANK.includes(char);
const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9';

/**
 * The label at the start of the line `text[start..end)`, or why there is none: `no`, or `more` while the line is not
 * `complete` and what is there could still become one. Looks at a bounded number of characters.
 */
export function matchLabel(text: string, start: number, end: number, complete = true): Label | 'no' | 'more' {
  const first = text[start];
  if (start < end && first !== undefined && first > '@' && isOther(first)) return 'no';
  const missing = complete ? 'no' : 'more';
  const lead = readDecoration(text, start, end);
  if (lead.at >= end) return lead.at - start > MAX_DECORATION ? 'no' : missing;
  const named = readName(text, lead.at, end, complete);
  if (typeof named === 'string') return named;

  let at = skipNumber(text, skipBlanks(text, named.end, end), end);
  const closed = skipClosing(text, at, end, lead.open);
  let open = closed > at ? '' : lead.open;
  at = skipBlanks(text, closed, end);
  const found = (valueStart: number, stillOpen = ''): Label => {
    const { kind, generic = false } = named.name;
    return { kind, start, valueStart, listed: lead.listed, open: stillOpen, generic };
  };
  if (at >= end) {
    const standsAlone = complete && (lead.heading || (lead.open !== '' && open === '') || named.name.alone);
    return standsAlone ? found(end) : missing;
  }
  const colon = text[at] === ':' || text[at] === '：';
  if (!colon) return lead.open === '【' && open === '' ? found(at) : 'no';
  at += 1;
  if (open !== '') {
    const after = skipClosing(text, at, end, open);
    if (after >= end && !complete) return 'more';
    if (after > at) open = '';
    at = after;
  }
  return found(at, open);
}

const isOther = (char: string): boolean =>
  !NAMES_BY_INITIAL.has(char.toLowerCase()) && !isBlank(char) && !`${EMPHASIS}【•·`.includes(char);

interface Decoration {
  at: number;
  listed: boolean;
  heading: boolean;
  /** Run of emphasis right before the name. */
  open: string;
}

/** Indent, quote marks, heading marks, bullet, number, emphasis: in any order, each at most a few characters. */
function readDecoration(text: string, start: number, end: number): Decoration {
  let at = start;
  let listed = false;
  let heading = false;
  let open = '';
  for (const limit = Math.min(end, start + MAX_DECORATION + 1); at < limit;) {
    const char = text[at] as string;
    const numbered = numberEnd(text, at, end);
    if (numbered > at) {
      listed = true;
      at = numbered;
      continue;
    }
    if (char === '#') heading = true;
    else if (EMPHASIS.includes(char) || char === '【') open += char;
    else if ('-+•·'.includes(char)) listed = true;
    else if (isBlank(char)) {
      // `* Action:` is a bullet, `**Action:**` is emphasis
      if (open !== '') listed = true;
      open = '';
    } else if (char !== '>') break;
    at += 1;
  }
  return { at, listed, heading, open };
}

/** End of a list number such as `2.`, `2)` or `(2)` at `at`, else `at`. */
function numberEnd(text: string, at: number, end: number): number {
  const bracketed = text[at] === '(';
  let next = bracketed ? at + 1 : at;
  const first = next;
  while (next < end && next - first < 4 && isDigit(text[next])) next += 1;
  if (next >= end && (bracketed || next > first)) return end; // unfinished, or all there is
  if (next === first) return at;
  return (bracketed ? ')' : '.)、．').includes(text[next] as string) ? next + 1 : at;
}

function readName(
  text: string,
  at: number,
  end: number,
  complete: boolean,
): { name: Name; end: number } | 'no' | 'more' {
  const candidates = NAMES_BY_INITIAL.get((text[at] as string).toLowerCase()) ?? [];
  for (const name of candidates) {
    const stop = nameEnd(text, at, end, name.text);
    if (stop === 'more' && !complete) return 'more';
    if (typeof stop === 'number') return { name, end: stop };
  }
  return 'no';
}

/** Where `name` ends at `at`; `more` when the text ran out before the name did. */
function nameEnd(text: string, at: number, end: number, name: string): number | 'no' | 'more' {
  let next = at;
  for (const char of name) {
    if (char === ' ') {
      for (let skipped = 0; skipped < 2 && next < end && ' _-'.includes(text[next] as string); skipped += 1) next += 1;
      continue;
    }
    if (next >= end) return 'more';
    if ((text[next] as string).toLowerCase() !== char) return 'no';
    next += 1;
  }
  return next;
}

function skipBlanks(text: string, at: number, end: number): number {
  let next = at;
  while (next < end && next - at < MAX_DECORATION && isBlank(text[next])) next += 1;
  return next;
}

/** A step number after the name: `Thought 3:`, `Action #2:`. */
function skipNumber(text: string, at: number, end: number): number {
  let next = text[at] === '#' ? at + 1 : at;
  for (let count = 0; count < 4 && next < end && isDigit(text[next]); count += 1) next += 1;
  return next;
}

function skipClosing(text: string, at: number, end: number, open: string): number {
  if (open === '') return at;
  const marks = open === '【' ? '】' : EMPHASIS;
  let next = at;
  while (next < end && next - at < open.length && marks.includes(text[next] as string)) next += 1;
  return next;
}
