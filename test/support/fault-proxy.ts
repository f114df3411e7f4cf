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

type Pair = readonly [client: Socket, upstream: Socket];

/** What the network does at the moment. */
interface Weather {
  isSilent: boolean;
  delayMs: number;
  lostText: string | undefined;
  readonly open: Set<Pair>;
  /** Lost something while it was silent. */
  readonly swallowed: Set<Pair>;
}

/** A network in between that can fail, without rights on the machine: everything happens in this process. */
export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  const weather: Weather = { isSilent: false, delayMs: 0, lostText: undefined, open: new Set(), swallowed: new Set() };
  const breakAll = (pairs: ReadonlySet<Pair>): void => [...pairs].forEach((pair) => breakPair(pair, weather));
  const server = createServer((client) => relay([client, connect(target)], weather));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    blackHole: () => void (weather.isSilent = true),
    delay: (ms) => void (weather.delayMs = ms),
    reset: () => breakAll(weather.open),
    loseAnswerTo: (text) => void (weather.lostText = text),
    heal: () => {
      Object.assign(weather, { isSilent: false, delayMs: 0, lostText: undefined });
      breakAll(weather.swallowed);
    },
    close: async () => {
      breakAll(weather.open);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function relay(pair: Pair, weather: Weather): void {
  const [client, upstream] = pair;
  weather.open.add(pair);
  let isMuted = false;
  const pass = (to: Socket, isAnswer: boolean) => (bytes: Buffer) => {
    const { isSilent, lostText, delayMs } = weather;
    if (isSilent || (isAnswer && isMuted)) return void weather.swallowed.add(pair);
    if (!isAnswer && lostText !== undefined && bytes.includes(lostText)) {
      weather.lostText = undefined;
      isMuted = true;
      setTimeout(() => breakPair(pair, weather), 200); // the target has long done it by then
    }
    if (delayMs === 0) to.write(bytes);
    else setTimeout(() => to.write(bytes), delayMs);
  };
  client.on('data', pass(upstream, false));
  upstream.on('data', pass(client, true));
  const end = (): void => {
    if (weather.isSilent) return;
    weather.open.delete(pair);
    pair.forEach((socket) => socket.destroy());
  };
  for (const socket of pair) socket.on('error', end).on('close', end);
}

function breakPair(pair: Pair, { open, swallowed }: Weather): void {
  open.delete(pair);
  swallowed.delete(pair);
  const [client, upstream] = pair;
  client.resetAndDestroy();
  upstream.destroy();
}
