import { unfence } from '../fences';
import { stepIn } from '../json-step';
import { readJson } from '../lenient-json';

export interface MarkedCalls {
  /** A name and arguments as they were written. */
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  readonly end: number;
}

/** Opens a list of calls, in which each has marks of its own. */
const SECTIONS = ['<|tool_calls_section_begin|>', '<｜tool▁calls▁begin｜>', '<tool_calls>'];
const SECTION_ENDS = ['<|tool_calls_section_end|>', '<｜tool▁calls▁end｜>', '</tool_calls>'];

interface Marks {
  readonly open: string;
  /** Between the name and the arguments. */
  readonly middle: string;
  readonly close: string;
}

/** Kimi, and DeepSeek in two versions: a name, a mark, the arguments. */
const NAMED: readonly Marks[] = [
  { open: '<|tool_call_begin|>', middle: '<|tool_call_argument_begin|>', close: '<|tool_call_end|>' },
  { open: '<｜tool▁call▁begin｜>', middle: '<｜tool▁sep｜>', close: '<｜tool▁call▁end｜>' },
];

const XML_CALL = '<function=';

/** Qwen and Hermes, Mistral, Llama: a JSON object, or a list of them. */
const TAGGED: readonly (readonly [open: string, close: string])[] = [
  ['<tool_call>', '</tool_call>'],
  ['<|tool_call|>', '<|/tool_call|>'],
  ['[TOOL_CALLS]', ''],
  ['<|python_tag|>', ''],
];

/** What a call that was left in the text begins with. */
export const MARKERS: readonly string[] = [
  ...SECTIONS,
  ...NAMED.map(({ open }) => open),
  ...TAGGED.map(([open]) => open),
  XML_CALL,
];

/** The calls at `at` and where they end; undefined when what stands there is no call, as are words after one. */
export function readMarkedCall(text: string, at: number): MarkedCalls | 'bad-json' | undefined {
  const start = skip(text, at, [...SECTIONS, ...SECTION_ENDS]);
  if (start >= text.length) return { calls: [], end: start };
  const named = NAMED.find(({ open }) => text.startsWith(open, start));
  if (named) return readNamed(text, start + named.open.length, named);
  if (text.startsWith(XML_CALL, start)) return readXml(text, start + XML_CALL.length);
  const tagged = TAGGED.find(([open]) => text.startsWith(open, start));
  if (!tagged) return undefined;
  const inner = skip(text, start + tagged[0].length, []);
  const read = text.startsWith(XML_CALL, inner) ? readXml(text, inner + XML_CALL.length) : readTagged(text, inner);
  return read && read !== 'bad-json' ? { ...read, end: skip(text, read.end, [tagged[1]]) } : read;
}

/** `get_weather<sep>{…}`, or `function<sep>get_weather` and the arguments in a code block. */
function readNamed(text: string, from: number, { middle, close }: Marks): MarkedCalls | 'bad-json' | undefined {
  const sep = text.indexOf(middle, from);
  if (sep < 0) return 'bad-json';
  const stop = text.indexOf(close, sep);
  const end = stop < 0 ? text.length : stop;
  const head = text.slice(from, sep).trim();
  const rest = text.slice(sep + middle.length, end).trim();
  const isTyped = head === 'function';
  const nameEnd = isTyped ? rest.indexOf('\n') : -1;
  const name = isTyped ? rest.slice(0, nameEnd < 0 ? rest.length : nameEnd) : withoutNumber(head);
  const written = isTyped ? (nameEnd < 0 ? '' : rest.slice(nameEnd).trim()) : rest;
  const input = unfence(written)?.inner ?? written;
  return { calls: [{ name, input }], end: stop < 0 ? text.length : stop + close.length };
}

/** `functions.get_weather:0` without the number of the call. */
function withoutNumber(name: string): string {
  const colon = name.lastIndexOf(':');
  return colon > 0 && /^\d{1,6}$/.test(name.slice(colon + 1)) ? name.slice(0, colon) : name;
}

function readTagged(text: string, start: number): MarkedCalls | 'bad-json' | undefined {
  if (text[start] !== '{' && text[start] !== '[') return undefined;
  const read = readJson(text, start);
  if (!read) return 'bad-json';
  const items = Array.isArray(read.value) ? (read.value as unknown[]) : [read.value];
  const calls = items.map((item) => {
    const step = stepIn(item);
    return { name: step?.action ?? '', input: step?.input };
  });
  return { calls, end: read.end };
}

const PARAMETER = '<parameter=';
const PARAMETER_END = '</parameter>';
const XML_END = '</function>';

/** `<function=name><parameter=key>value</parameter></function>`: values are text. */
function readXml(text: string, from: number): MarkedCalls | 'bad-json' {
  const nameEnd = text.indexOf('>', from);
  const end = text.indexOf(XML_END, from);
  if (nameEnd < 0 || end < 0) return 'bad-json';
  const fields: [string, string][] = [];
  let at = nameEnd + 1;
  for (;;) {
    at = skip(text, at, []);
    if (!text.startsWith(PARAMETER, at)) break;
    const keyEnd = text.indexOf('>', at);
    const valueEnd = text.indexOf(PARAMETER_END, at);
    if (keyEnd < 0 || valueEnd < keyEnd) return 'bad-json';
    fields.push([text.slice(at + PARAMETER.length, keyEnd).trim(), inLines(text.slice(keyEnd + 1, valueEnd))]);
    at = valueEnd + PARAMETER_END.length;
  }
  if (!text.startsWith(XML_END, at)) return 'bad-json';
  return { calls: [{ name: text.slice(from, nameEnd), input: Object.fromEntries(fields) }], end: at + XML_END.length };
}

/** Without the line breaks that set the value apart from its tags. */
const inLines = (value: string): string => {
  const start = value.startsWith('\n') ? 1 : 0;
  return value.slice(start, value.endsWith('\n') && value.length > start ? -1 : undefined);
};

/** After blanks and any of these marks. */
function skip(text: string, from: number, marks: readonly string[]): number {
  let at = from;
  for (;;) {
    while (at < text.length && (text[at] as string).trim() === '') at += 1;
    const mark = marks.find((candidate) => candidate !== '' && text.startsWith(candidate, at));
    if (mark === undefined) return at;
    at += mark.length;
  }
}
