/** Longest message of an unexpected error that a model gets to read. */
const MAX_MESSAGE = 500;

/** What a thrown value says, or undefined when it says nothing. Anything can be thrown, also what throws when it is read. */
export function thrownText(thrown: unknown): string | undefined {
  try {
    const message = typeof thrown === 'string' ? thrown : messageOf(thrown);
    const text = message?.slice(0, MAX_MESSAGE).trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}

function messageOf(thrown: unknown): string | undefined {
  if (typeof thrown === 'object' && thrown !== null) {
    const { message } = thrown as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  }
  return thrown === undefined || thrown === null || typeof thrown === 'function' ? undefined : String(thrown);
}

/** Stack for the log of an operator; never for a model. */
export function stackOf(thrown: unknown): string | undefined {
  try {
    return thrown instanceof Error ? thrown.stack : undefined;
  } catch {
    return undefined;
  }
}
