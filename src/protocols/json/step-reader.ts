import { keyRole } from '../json-step';
import { isFinish, type ToolNames } from '../tool-names';
import { JsonStringReader } from './json-string-reader';

type Channel = 'thought' | 'answer';
type Place =
  'start' | 'key' | 'in-key' | 'colon' | 'value' | 'in-value' | 'nested' | 'literal' | 'next' | 'end' | 'stopped';

const MAX_KEY = 64;
const MAX_LITERAL = 64;

/**
 * Reads a strict JSON step as it grows and tells what is certain of it: the first thought, and the first input after an action
 * that ends the run. It stops at the first thing that is not strict JSON; keys that may change the meaning stop the answer.
 */
export class StepReader {
  #at: Place = 'start';
  #string = new JsonStringReader();
  #key = '';
  /** What the string being read is for. */
  #use: Channel | 'action' | undefined;
  #action: string | undefined;
  #isCertain = true;
  readonly #seen = new Set<Channel>();
  /** Depth of the nested value, and whether a string in it is open. */
  #depth = 0;
  #quoted: 'no' | 'yes' | 'escape' = 'no';
  #literal = 0;

  constructor(
    private readonly tools: ToolNames,
    private readonly show: (channel: Channel, text: string) => void,
  ) {}

  /** The object was strict JSON up to its last brace. */
  get isWhole(): boolean {
    return this.#at === 'end';
  }

  get isStopped(): boolean {
    return this.#at === 'stopped' || this.#at === 'end';
  }

  push(text: string): void {
    let at = 0;
    while (at < text.length && !this.isStopped) {
      if (this.#at === 'in-key' || this.#at === 'in-value') at = this.#readString(text, at);
      else this.#step(text[at++] as string);
    }
  }

  #step(char: string): void {
    if (this.#at === 'nested') return this.#nested(char);
    if (this.#at === 'literal' && !',} \n\t\r'.includes(char)) {
      if (++this.#literal > MAX_LITERAL) this.#at = 'stopped';
      return;
    }
    if (' \n\t\r'.includes(char)) {
      if (this.#at === 'literal') this.#at = 'next';
    } else this.#mark(char);
  }

  #mark(char: string): void {
    switch (this.#at) {
      case 'start':
        return this.#go(char === '{' ? 'key' : 'stopped');
      case 'key':
        this.#string = new JsonStringReader();
        this.#key = '';
        return this.#go(char === '"' ? 'in-key' : 'stopped');
      case 'colon':
        return this.#go(char === ':' ? 'value' : 'stopped');
      case 'value':
        return this.#value(char);
      default: // after a value
        return this.#go(char === ',' ? 'key' : char === '}' ? 'end' : 'stopped');
    }
  }

  #go(place: Place): void {
    this.#at = place;
  }

  #value(char: string): void {
    const key = keyRole(this.#key);
    if (key?.role === 'wrapper' || (key && !key.first && key.role === 'action')) this.#isCertain = false;
    if (char === '"') {
      this.#string = new JsonStringReader();
      this.#use = key?.first ? this.#useOf(key.role) : undefined;
      this.#at = 'in-value';
    } else if (char === '{' || char === '[') {
      if (key?.role === 'action') this.#isCertain = false;
      this.#depth = 1;
      this.#at = 'nested';
    } else {
      this.#literal = 1;
      this.#at = 'literal';
    }
  }

  #useOf(role: string): Channel | 'action' | undefined {
    if (role === 'thought' && !this.#seen.has('thought')) return 'thought';
    if (role === 'action' && this.#action === undefined) {
      this.#action = '';
      return 'action';
    }
    const ends = role === 'input' && this.#isCertain && !this.#seen.has('answer') && this.#endsRun();
    return ends ? 'answer' : undefined;
  }

  #endsRun(): boolean {
    const { name, registered } = this.tools.resolve(this.#action ?? '');
    return !registered && isFinish(name);
  }

  #readString(text: string, from: number): number {
    const { text: read, end, state } = this.#string.push(text, from);
    if (this.#at === 'in-key') this.#key += read;
    else if (this.#use === 'action') this.#action += read;
    else if (this.#use !== undefined) {
      this.#seen.add(this.#use);
      this.show(this.#use, read);
    }
    if (state === 'broken' || this.#key.length > MAX_KEY) this.#at = 'stopped';
    else if (state === 'closed') this.#at = this.#at === 'in-key' ? 'colon' : 'next';
    return end;
  }

  /** Skips an object or a list. */
  #nested(char: string): void {
    if (this.#quoted === 'escape') this.#quoted = 'yes';
    else if (this.#quoted === 'yes') this.#quoted = char === '\\' ? 'escape' : char === '"' ? 'no' : 'yes';
    else if (char === '"') this.#quoted = 'yes';
    else if (char === '{' || char === '[') this.#depth += 1;
    else if ((char === '}' || char === ']') && --this.#depth === 0) this.#at = 'next';
  }
}
