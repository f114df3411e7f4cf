import type { Run } from './run';

/** A reason to stop (`snake_case`), or undefined to go on. Pure: asked between steps. */
export type TerminationPolicy = (run: Run) => string | undefined;
