import type { Protocol } from '../core/protocol';
import { jsonProtocol } from './json.protocol';
import { nativeProtocol } from './native.protocol';
import { textProtocol } from './text.protocol';

/** Every protocol by its name, as agents and runs refer to it. */
export const PROTOCOLS: ReadonlyMap<string, Protocol> = new Map(
  [textProtocol, jsonProtocol, nativeProtocol].map((protocol) => [protocol.name, protocol]),
);
