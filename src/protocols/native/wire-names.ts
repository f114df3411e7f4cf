import { createHash } from 'node:crypto';
import { ToolNames, type ResolvedName } from '../tool-names';

/** What every provider takes for a function's name. */
const ACCEPTED = /^[a-zA-Z0-9_-]{1,64}$/;
const ALIAS = /_x[0-9a-f]{16}$/;
const MAX_READABLE = 40;

/**
 * The name that a provider is sent for a tool: its own, or a stable ASCII alias of it. It depends on the name alone, so that a
 * replayed step keeps it. A name that looks like an alias gets one too: then no alias is the name of another tool.
 */
export function wireName(name: string): string {
  if (ACCEPTED.test(name) && !ALIAS.test(name)) return name;
  const readable = [...name.slice(0, 256)].filter((char) => /^[a-zA-Z0-9_-]$/.test(char)).join('');
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return `${readable.slice(0, MAX_READABLE) || 'tool'}_x${digest}`;
}

/** The own names of tools by their aliases; tools without one are left out. */
export const aliasesOf = (tools: readonly { readonly name: string }[]): ReadonlyMap<string, string> =>
  new Map(tools.map(({ name }) => [wireName(name), name] as const).filter(([wire, name]) => wire !== name));

/** The registered tools as a provider knows them. */
export class WireNames {
  readonly #names: ToolNames;
  readonly #byAlias: ReadonlyMap<string, string>;

  constructor(tools: readonly { readonly name: string }[]) {
    this.#byAlias = aliasesOf(tools);
    this.#names = new ToolNames([...tools, ...[...this.#byAlias.keys()].map((name) => ({ name }))]);
  }

  /** The tool's own name, for its alias or any other spelling. */
  resolve(written: string): ResolvedName {
    const { name, registered } = this.#names.resolve(written);
    return { name: this.#byAlias.get(name) ?? name, registered };
  }

  /** For readers that look names up themselves; they may come to an alias. */
  get spellings(): ToolNames {
    return this.#names;
  }
}
