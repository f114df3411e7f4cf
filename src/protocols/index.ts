import type { Protocol } from '../core/protocol';
import { textProtocol } from './text.protocol';

/** Every protocol by its name, as agents and runs refer to it. */
export const PROTOCOLS: ReadonlyMap<string, Protocol> = new Map(
  [textProtocol].map((protocol) => [protocol.name, protocol]),
);
