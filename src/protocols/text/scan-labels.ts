import { Fences, lineEnd } from '../fences';
import { scanJson } from '../lenient-json';
import { matchLabel, type Label } from './labels';

/** The labels at line starts, in order. Those in closed code fences and in strings of a JSON input are text, not labels. */
export function scanLabels(text: string): Label[] {
  const labels: Label[] = [];
  const fences = new Fences(text);
  const strings = new JsonStrings(text);
  for (let at = 0; at < text.length;) {
    const block = fences.blockEnd(text, at);
    if (block !== undefined) {
      at = block;
      continue;
    }
    const end = lineEnd(text, at);
    const label = strings.hasLine(at) ? 'no' : matchLabel(text, at, end);
    if (typeof label === 'string' || (label.generic && label.kind === 'input' && labels.at(-1)?.kind !== 'action')) {
      at = end + 1;
      continue;
    }
    labels.push(label);
    const value = skipBlanks(text, label.valueStart);
    if (label.kind === 'input' || label.kind === 'action')
      strings.lookInto(label.kind === 'input' ? value : braceIn(text, value));
    at = value < end ? (fences.blockEnd(text, value) ?? end + 1) : end + 1;
  }
  return labels;
}

/** Lines inside strings of JSON inputs. Reads about as much as the text is long, or one input to the end, however many inputs there are. */
class JsonStrings {
  readonly #lines = new Set<number>();
  #budget: number;

  constructor(private readonly text: string) {
    this.#budget = text.length + 1000;
  }

  hasLine(start: number): boolean {
    return this.#lines.has(start);
  }

  lookInto(at: number): void {
    const opens = this.text[at] === '{' || (this.text[at] === '[' && this.text[skipSpace(this.text, at + 1)] === '{');
    if (!opens || this.#budget <= 0) return;
    const scan = scanJson(this.text, at);
    this.#budget -= scan.end - at;
    if (scan.complete) for (const line of scan.linesInStrings) this.#lines.add(line);
  }
}

function braceIn(text: string, at: number): number {
  const brace = text.slice(at, lineEnd(text, at)).indexOf('{');
  return brace >= 0 ? at + brace : skipSpace(text, at);
}

function skipBlanks(text: string, at: number): number {
  let next = at;
  while (next < text.length && (text[next] === ' ' || text[next] === '\t')) next += 1;
  return next < text.length && text[next] === '\n' ? skipSpace(text, next) : next;
}

function skipSpace(text: string, at: number): number {
  let next = at;
  while (next < text.length && (text[next] as string).trim() === '') next += 1;
  return next;
}
