/** Injection tokens of the ports. */
export const MODEL = Symbol('MODEL');
/** The model for side tasks: summaries of old steps. The same as MODEL where no other is given. */
export const SMALL_MODEL = Symbol('SMALL_MODEL');
export const RUN_STORE = Symbol('RUN_STORE');
export const AGENT_OPTIONS = Symbol('AGENT_OPTIONS');
