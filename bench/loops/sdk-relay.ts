import { playByHand } from './hand-loop';
import type { Loop, LoopSpec } from './loop';
import { relayServer } from './relay-server';
import { sdkCompletions } from './sdk';

/** The loop by hand on the plain SDK behind HTTP: whatever the model writes is written on as it comes, thought or answer. */
export function sdkRelay(spec: LoopSpec): Promise<Loop> {
  const complete = sdkCompletions(spec);
  const relay = (write: (piece: string) => void): Promise<void> =>
    playByHand(spec.opening, complete, (piece) => {
      if (piece !== '') write(piece);
    });
  return relayServer(relay, async () => undefined);
}
