/** Why there is no role that may only read; for the log. */
export class ReaderProblem extends Error {}
