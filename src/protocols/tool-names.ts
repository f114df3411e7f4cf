export interface ResolvedName {
  /** The registered spelling, or the model's own without its decoration. */
  name: string;
  registered: boolean;
}

const DECORATION = ' \t\r\n"\'`*_~<>[]【】「」“”‘’\u00a0\ufeff';
export const isDecoration = (char: string): boolean => DECORATION.includes(char) || char === '(' || char === '（';
const TRAILING = '.,:;。，：；、';

/** A tool's name as models write it, without quotes, emphasis, brackets and a final full stop. */
export function cleanName(raw: string): string {
  const token = raw.indexOf('<|'); // `GetWeather<|channel|>commentary`
  const text = token < 0 ? raw : raw.slice(0, token);
  let start = 0;
  let end = text.length;
  while (start < end && DECORATION.includes(text[start] as string)) start += 1;
  while (end > start && (DECORATION + TRAILING).includes(text[end - 1] as string)) end -= 1;
  return text.slice(start, end);
}

/** Case, blanks, `_`, `-` and `.` make no difference: `web_search` is `WebSearch`. */
export const fold = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_.-]/g, '');

type Tools = readonly { readonly name: string }[];

const tables = new WeakMap<Tools, ToolNames>();

/** The table of a list of tools, made once: the same list is asked for with each reply. */
export function toolNamesOf(tools: Tools): ToolNames {
  let table = tables.get(tools);
  if (!table) {
    table = new ToolNames(tools);
    tables.set(tools, table);
  }
  return table;
}

/** The registered tools, found however a model spells their names. */
export class ToolNames {
  readonly #names: ReadonlySet<string>;
  /** By folded name; undefined where two names fold to the same. */
  readonly #folded = new Map<string, string | undefined>();
  readonly #resolved = new Map<string, ResolvedName>();

  constructor(tools: Tools) {
    this.#names = new Set(tools.map(({ name }) => name));
    for (const name of this.#names) this.#folded.set(fold(name), this.#folded.has(fold(name)) ? undefined : name);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Exact spelling first, then folded, then without a namespace or a filler word. */
  resolve(raw: string): ResolvedName {
    const known = this.#resolved.get(raw);
    if (known) return known;
    const resolved = this.#resolve(raw);
    if (this.#resolved.size < MAX_REMEMBERED && raw.length <= MAX_NAME) this.#resolved.set(raw, resolved);
    return resolved;
  }

  #resolve(raw: string): ResolvedName {
    const trimmed = raw.trim();
    const name = cleanName(raw);
    const exact = [trimmed, name].find((spelling) => this.#names.has(spelling));
    const found = exact ?? (name.length <= MAX_NAME ? this.#lookUp(name) : undefined);
    return found === undefined ? { name, registered: false } : { name: found, registered: true };
  }

  /** Whether `text` is the beginning of a tool's name, or of a word that ends the run. */
  mayBegin(text: string): boolean {
    const folded = fold(text);
    return [...this.#folded.keys(), ...FINISH].some((name) => name.startsWith(folded));
  }

  #lookUp(name: string): string | undefined {
    for (const spelling of spellings(name)) {
      const found = this.#folded.get(fold(spelling));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
const MAX_NAME = 256;
const MAX_REMEMBERED = 200;

/** From the likeliest on; each is made only when those before it named no tool. */
function* spellings(name: string): Iterable<string> {
  yield name;
  yield name.slice(Math.max(...NAMESPACE_MARKS.map((mark) => name.lastIndexOf(mark) + mark.length - 1)) + 1);
  const words = name.split(' ');
  if (words.length > 1)
    yield words
      .filter((word) => !FILLERS.has(word.toLowerCase()))
      .map(cleanName)
      .join(' ');
  yield withoutChineseFiller(name);
}
const NAMESPACE_MARKS = ['.', '/', ':', '__'];
const FILLERS = new Set(['use', 'using', 'call', 'run', 'the', 'tool', 'function']);

function withoutChineseFiller(name: string): string {
  const verb = ['使用', '调用'].find((word) => name.startsWith(word));
  const bare = verb === undefined ? name : name.slice(verb.length);
  return cleanName(bare.endsWith('工具') ? bare.slice(0, -2) : bare);
}

const FINISH = new Set(
  'finish|final|finalanswer|finalresponse|answer|最终答案|最终回答|最终答复|完成|结束|回答|答案'.split('|'),
);
/** A name that ends the run instead of naming a tool. */
export const isFinish = (name: string): boolean => name.length <= 32 && FINISH.has(fold(name));

const NONE = new Set(
  'none|null|nil|na|n/a|no|nothing|undefined|notneeded|notrequired|notapplicable|无|没有|空|暂无|不需要|无需'.split(
    '|',
  ),
);
const NONE_OPENINGS =
  'none |none(|none,|none.|n/a |no action|no tool|no further|not needed|no need|i do not need|无需|不需要|没有需要|无行动|无动作|无工具'.split(
    '|',
  );
/** A name that says that no tool is wanted. */
export function isNone(name: string): boolean {
  const text = name.slice(0, 40).trim().toLowerCase();
  if (text !== '' && [...text].every((char) => '-—–/'.includes(char))) return true;
  return (name.length <= 40 && NONE.has(fold(text))) || NONE_OPENINGS.some((opening) => text.startsWith(opening));
}
