/** Injection tokens of the ports. */
export const MODEL = Symbol('MODEL');
export const RUN_STORE = Symbol('RUN_STORE');
export const AGENT_OPTIONS = Symbol('AGENT_OPTIONS');
