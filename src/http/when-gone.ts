import type { ServerResponse } from 'node:http';

/** Calls `gone` when the connection has closed: at once where it already has, since that is told only once. */
export function whenGone(response: Pick<ServerResponse, 'destroyed' | 'on'>, gone: () => void): void {
  if (response.destroyed) gone();
  else response.on('close', gone);
}
