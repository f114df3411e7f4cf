import type { Run } from '../core/run';

/** As the name of a protocol: the best one that model and provider manage, which may change within a run. */
export const AUTO = 'auto';

/** The best first. */
const LADDER = ['native', 'json', 'text'] as const;

/** Unreadable replies in a row in one protocol before the next one is tried. */
const UNREADABLE_REPLIES = 2;

/**
 * The protocol of the run's next step. A fixed one never changes. `auto` goes down from native tool calls to JSON to text, one
 * rung when the provider takes no tools or two replies in a row could not be read, and never up again.
 */
export function protocolOf({ protocol, steps }: Run, { takesTools }: { readonly takesTools: boolean }): string {
  if (protocol !== AUTO) return protocol;
  const lowest = LADDER.length - 1;
  let rung = takesTools ? 0 : 1;
  let unreadable = 0;
  for (const step of steps) {
    const at = LADDER.findIndex((name) => name === step.protocol);
    if (at < rung) continue; // of a rung that was left since, or that the provider refuses by now
    unreadable = step.decision.kind === 'malformed' ? (at > rung ? 1 : unreadable + 1) : 0;
    rung = at;
    if (unreadable >= UNREADABLE_REPLIES && rung < lowest) {
      rung++;
      unreadable = 0;
    }
  }
  return LADDER[rung] ?? 'text';
}
