import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

export interface FaultProxy {
  /** `host:port` to reach the target through it. */
  readonly host: string;
  /** Bytes go nowhere, in both directions, and nobody is told; new connections are taken and stay silent. */
  blackHole(): void;
  /** Bytes are held back for so long, in ms. */
  delay(ms: number): void;
  /** Breaks every connection that is open. */
  reset(): void;
  /** The next time that a client sends this text, the target gets it, but its answer is lost with the connection. */
  loseAnswerTo(text: string): void;
  /** From now on all goes through; what a black hole swallowed is lost with its connections. */
  heal(): void;
  close(): Promise<void>;
}

/** A network in between that can fail, without rights on the machine: everything happens in this process. */
export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isSilent = false;
  let delayMs = 0;
  let lostText: string | undefined;
  const swallowed = new Set<readonly [Socket, Socket]>();

  const server = createServer((client) => {
    const upstream = connect(target);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    let isMuted = false;
    const pass = (to: Socket, isAnswer: boolean) => (bytes: Buffer) => {
      if (isSilent || (isAnswer && isMuted)) return void swallowed.add(pair);
      if (!isAnswer && lostText !== undefined && bytes.includes(lostText)) {
        lostText = undefined;
        isMuted = true;
        setTimeout(() => breakPair(pair), 200); // the target has long done it by then
      }
      if (delayMs === 0) to.write(bytes);
      else setTimeout(() => to.write(bytes), delayMs);
    };
    client.on('data', pass(upstream, false));
    upstream.on('data', pass(client, true));
    const end = (): void => {
      if (isSilent) return;
      pairs.delete(pair);
      pair.forEach((socket) => socket.destroy());
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
  });
  const breakPair = (pair: readonly [Socket, Socket]): void => {
    pairs.delete(pair);
    swallowed.delete(pair);
    const [client, upstream] = pair;
    client.resetAndDestroy();
    upstream.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    blackHole: () => void (isSilent = true),
    delay: (ms) => void (delayMs = ms),
    reset: () => [...pairs].forEach(breakPair),
    loseAnswerTo: (text) => void (lostText = text),
    heal: () => {
      isSilent = false;
      delayMs = 0;
      lostText = undefined;
      [...swallowed].forEach(breakPair);
    },
    close: async () => {
      [...pairs].forEach(breakPair);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
