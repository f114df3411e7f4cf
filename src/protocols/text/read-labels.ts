import { stripEndTokens } from '../leaked-tokens';
import type { ToolNames } from '../tool-names';
import { cutMadeUpObservation, isStopWord, trimStopWord } from './stop-words';
import { readAction, withInput, withoutClosing, type ActionRead } from './read-action';
import type { Label } from './labels';
import type { Reading } from './reading';

type Call = ActionRead & { kind: 'call' };

/** Reads the labels of a reply in order: the first action or answer that holds something wins. */
export function readLabels(text: string, labels: readonly Label[], tools: ToolNames): Reading {
  return new LabelReader(text, labels, tools).read();
}

class LabelReader {
  readonly #thoughts: string[] = [];
  /** An input that came before any action. */
  #looseInput: string | undefined;
  /** The first action that names no registered tool: taken when no registered one follows. */
  #unknown: { call: Call; next: number; isListItem: boolean } | undefined;
  #reason: 'missing-action' | 'none-action' | 'empty' | 'bad-json' = 'missing-action';

  constructor(
    private readonly text: string,
    private readonly labels: readonly Label[],
    private readonly tools: ToolNames,
  ) {}

  read(): Reading {
    for (let index = 0; index < this.labels.length;) {
      const label = this.labels[index] as Label;
      const done = label.kind === 'action' ? this.#action(index) : this.#other(label, index);
      if (typeof done === 'object') return done;
      if (done === 'stop') break;
      index = done;
    }
    if (this.#unknown) return this.#act(this.#unknown.call, this.#unknown.next);
    return { kind: 'malformed', thought: this.#thought(), reason: this.#reason };
  }

  #other(label: Label, index: number): Reading | number | 'stop' {
    const value = this.#value(index);
    if (label.kind === 'observation' && this.#unknown) return 'stop';
    if (label.kind === 'thought' && value !== '' && !this.#unknown) this.#thoughts.push(value);
    if (label.kind === 'input') this.#looseInput ??= this.#value(index);
    if (label.kind !== 'answer') return index + 1;
    // `1. Action: check the stock` is a line of a plan when an answer follows
    if (this.#unknown && (!this.#unknown.isListItem || label.listed)) return 'stop';
    const end = this.#answerEnd(index);
    const answer = cleanAnswer(this.text.slice(label.valueStart, end), label.open);
    if (answer === '') {
      this.#reason = 'empty';
      return index + 1;
    }
    return { kind: 'answer', thought: this.#thought(), answer, discarded: this.#drops(end) };
  }

  #action(index: number): Reading | number {
    const inputIndex = this.#inputAfter(index);
    const label = this.labels[index] as Label;
    const raw = this.#rawValue(index);
    const read = readAction(raw, { tools: this.tools, hasInput: inputIndex !== undefined, open: label.open });
    const next = (inputIndex ?? index) + 1;
    if (read.kind === 'call') return this.#call(read, index, inputIndex);
    if (read.kind === 'finish') return this.#finish(read, inputIndex) ?? next;
    if (read.kind === 'bad-json') return { kind: 'malformed', thought: this.#thought(), reason: 'bad-json' };
    if (read.kind === 'none') this.#reason = 'none-action';
    return next;
  }

  #call(read: Call, index: number, inputIndex: number | undefined): Reading | number {
    const next = (inputIndex ?? index) + 1;
    const isRepeated = inputIndex === undefined && read.input === undefined && this.#isRepeated(read, next);
    if (isRepeated) return next; // the name was written twice, the input stands under the second
    const own = read.input === undefined || read.input === '' ? this.#withLabelledInput(read, inputIndex) : read;
    if (own.kind !== 'call') return { kind: 'malformed', thought: this.#thought(), reason: 'bad-json' };
    if (own.registered) return this.#act(own, next);
    const isListItem = (this.labels[index] as Label).listed && (own.input ?? '') === '';
    this.#unknown ??= { call: own, next, isListItem };
    return next;
  }

  #isRepeated(read: Call, next: number): boolean {
    const label = this.labels[next];
    if (label?.kind !== 'action') return false;
    const again = readAction(this.#rawValue(next), { tools: this.tools, hasInput: true });
    return again.kind === 'call' && again.name === read.name;
  }

  #withLabelledInput(read: Call, inputIndex: number | undefined): ActionRead {
    const raw = inputIndex === undefined ? (this.#looseInput ?? '') : this.#rawValue(inputIndex);
    return withInput(
      read,
      cutMadeUpObservation(trimStopWord(withoutClosing(raw, this.labels[inputIndex ?? -1]?.open ?? ''))),
    );
  }

  #finish(read: ActionRead & { kind: 'finish' }, inputIndex: number | undefined): Reading | undefined {
    const label = inputIndex === undefined ? undefined : (this.labels[inputIndex] as Label);
    const end = inputIndex === undefined ? undefined : this.#answerEnd(inputIndex);
    const labelled = label === undefined ? '' : cleanAnswer(this.text.slice(label.valueStart, end), label.open);
    const answer = stripEndTokens(read.answer ?? '') || labelled;
    if (answer === '' || this.#unknown) {
      this.#reason = 'empty';
      return undefined;
    }
    return {
      kind: 'answer',
      thought: read.thought || this.#thought(),
      answer,
      discarded: end !== undefined && this.#drops(end),
    };
  }

  #act(call: Call, next: number): Reading {
    const thought = call.thought || this.#thought();
    const dropsMore = this.#drops(this.labels[next]?.start ?? this.text.length);
    return {
      kind: 'act',
      thought,
      name: call.name,
      input: call.input ?? '',
      discarded: call.more === true || dropsMore,
    };
  }

  /** The input label that belongs to the action at `index`. */
  #inputAfter(index: number): number | undefined {
    for (let next = index + 1; next < this.labels.length; next += 1) {
      const { kind } = this.labels[next] as Label;
      if (kind === 'input') return next;
      if (kind !== 'thought') return undefined;
    }
    return undefined;
  }

  /** Where the answer after the label at `index` ends: a made-up next turn is cut off, the answer's own lists are not. */
  #answerEnd(index: number): number {
    const from = this.labels[index] as Label;
    for (let next = index + 1; next < this.labels.length; next += 1) {
      const label = this.labels[next] as Label;
      if (endsAnswer(label, from, this.tools, () => this.#rawValue(next))) return label.start;
    }
    return this.text.length;
  }

  #rawValue(index: number): string {
    return this.text.slice((this.labels[index] as Label).valueStart, this.labels[index + 1]?.start ?? this.text.length);
  }

  #value(index: number): string {
    const { open } = this.labels[index] as Label;
    return withoutClosing(stripEndTokens(trimStopWord(this.#rawValue(index))).trim(), open);
  }

  /** The labelled thoughts, else the words before the first label. */
  #thought(): string {
    if (this.#thoughts.length > 0) return this.#thoughts.join('\n');
    return stripEndTokens(this.text.slice(0, this.labels[0]?.start)).trim();
  }

  #drops(from: number): boolean {
    const rest = stripEndTokens(this.text.slice(from)).trim();
    return rest !== '' && !isStopWord(rest);
  }
}

/** Whether `label` ends the answer that `from` began. Items of a list in the answer look like labels and are not. */
export function endsAnswer(label: Label, from: Label, tools: ToolNames, value: () => string): boolean {
  if (label.listed && !from.listed) return false;
  if (label.kind === 'thought' || label.kind === 'question' || label.kind === 'observation') return true;
  if (label.kind !== 'action') return false;
  const read = readAction(value(), { tools, hasInput: true });
  return read.kind === 'finish' || (read.kind === 'call' && tools.resolve(read.name).registered);
}

export const cleanAnswer = (raw: string, open: string): string =>
  withoutClosing(stripEndTokens(trimStopWord(raw, 4)).trim(), open);
