import { ReActError } from './core/errors';
import { adviceOn } from './stores/store-fault';

/** What the console shows when the start fails: a sentence where an operator can mend it; anything else is our bug, with its stack. */
export function bootFaultText(error: unknown): string {
  if (error instanceof ReActError) return error.message;
  return adviceOn(error) ?? String(error instanceof Error ? error.stack : error);
}
