import type { Nudge, TerminationPolicy } from '../core/policy';
import type { Action, Run, Step } from '../core/run';
import { canonicalJson } from './canonical-json';

/** A run that gets nowhere: how often it went round so far, and which steps that were. */
interface Circle {
  readonly hint: 'same_action' | 'cycle' | 'nothing_new';
  readonly rounds: number;
  readonly steps: readonly Step[];
}

/** Stops a run that observed nothing new although tools were withheld from it: the rung after those of `nudge`. */
export const idle: TerminationPolicy = ({ steps }) =>
  staleTail(steps).some(({ withheld }) => withheld !== undefined) ? 'idle' : undefined;

/**
 * What is tried with a run whose last steps led nowhere: a hint one round before `rounds`, once, then the tools of these steps are
 * withheld for one step. A round is one more time the same step or the same cycle of two or three steps with the same
 * observations, or two steps that observed nothing new.
 */
export const nudge =
  (rounds: number) =>
  ({ steps }: Run): Nudge | undefined => {
    const stale = staleTail(steps);
    if (stale.length === 0) return undefined;
    const circle = circleOf(steps.filter(hasActions), stale);
    if (circle.rounds >= Math.max(2, rounds)) return { hint: circle.hint, withheld: toolsOf(circle.steps) };
    const isHinted = steps.slice(steps.indexOf(stale[0] as Step)).some(({ hint }) => hint !== undefined);
    return circle.rounds >= Math.max(2, rounds - 1) && !isHinted ? { hint: circle.hint } : undefined;
  };

/**
 * The last steps that observed nothing new; replies that could not be read do not count. In most runs it is empty, and the first
 * comparison tells.
 */
function staleTail(steps: readonly Step[]): Step[] {
  const tail: Step[] = [];
  for (let at = steps.length - 1; at >= 0; at--) {
    const step = steps[at] as Step;
    if (!hasActions(step)) continue;
    if (!step.actions.every((action) => isOld(action, step, steps, at))) break;
    tail.unshift(step);
  }
  return tail;
}

/**
 * Whether an observation tells nothing that the steps before `at` did not: the same call had observed the same, or a failure in
 * the same words whatever the input was. Success in the same words is news when the input is another.
 */
function isOld(action: Action, { withheld }: Step, steps: readonly Step[], at: number): boolean {
  if (withheld?.includes(action.call.name)) return true;
  for (let before = at - 1; before >= 0; before--) {
    for (const other of (steps[before] as Step).actions) {
      if (!isSameObservation(action, other)) continue;
      if (action.observation?.ok === false || inputOf(action) === inputOf(other)) return true;
    }
  }
  return false;
}

function circleOf(steps: readonly Step[], stale: readonly Step[]): Circle {
  const circles = [1, 2, 3].map((length): Circle => {
    let same = 0;
    while (isSame(steps.at(-1 - same), steps.at(-1 - same - length))) same++;
    const rounds = Math.floor(same / length) + 1;
    return { hint: length === 1 ? 'same_action' : 'cycle', rounds, steps: steps.slice(-length) };
  });
  circles.push({ hint: 'nothing_new', rounds: Math.floor(stale.length / 2), steps: stale });
  return circles.reduce((most, circle) => (circle.rounds > most.rounds ? circle : most));
}

const hasActions = ({ actions }: Step): boolean => actions.length > 0;

const isSame = (one: Step | undefined, other: Step | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.actions.length === other.actions.length &&
  one.actions.every((action, index) => {
    const twin = other.actions[index] as Action;
    return isSameObservation(action, twin) && inputOf(action) === inputOf(twin);
  });

/** What is cheap to compare and mostly differs: this is asked before each step. */
const isSameObservation = (one: Action, other: Action): boolean =>
  one.call.name === other.call.name && one.observation?.content === other.observation?.content;

const inputs = new WeakMap<Action, string>();

function inputOf(action: Action): string {
  const known = inputs.get(action);
  if (known !== undefined) return known;
  const text = canonicalJson(action.input ?? action.call.input);
  inputs.set(action, text);
  return text;
}

const toolsOf = (steps: readonly Step[]): string[] => [
  ...new Set(steps.flatMap(({ actions }) => actions.map(({ call }) => call.name))),
];
