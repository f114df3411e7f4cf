import { randomNumbers } from './random';

export interface Mutator {
  random(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** The text after a few edits: pieces put in, taken out, repeated, or the end cut off. */
  mutated(text: string): string;
}

/** The same mutants for the same seed. */
export function mutator(seed: number, pieces: readonly string[]): Mutator {
  const random = randomNumbers(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const mutated = (text: string): string => {
    let mutant = text;
    for (let count = 1 + random(4); count > 0; count -= 1) {
      const at = random(mutant.length + 1);
      const to = Math.min(mutant.length, at + random(12));
      const changes = [
        () => mutant.slice(0, at) + pick(pieces) + mutant.slice(at),
        () => mutant.slice(0, at) + mutant.slice(to),
        () => mutant.slice(0, to) + mutant.slice(at),
        () => mutant.slice(0, at),
      ];
      mutant = pick(changes)();
    }
    return mutant;
  };
  return { random, pick, mutated };
}

/** How a tool's name looks in a text, however it is spelled. */
export const folded = (text: string): string => text.toLowerCase().replaceAll(/[\s_.-]/g, '');
