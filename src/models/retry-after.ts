import type { LeanHeaders } from './lean-exchange';

/** How long the provider asks us to wait, in ms from `nowMs`; undefined when it does not say or says something unreadable. */
export function retryAfterOf(headers: LeanHeaders, nowMs: number): number | undefined {
  return numberOf(headers.get('retry-after-ms'), 1) ?? secondsOrDate(headers.get('retry-after'), nowMs);
}

function secondsOrDate(value: string | null, nowMs: number): number | undefined {
  const seconds = numberOf(value, 1000);
  if (seconds !== undefined || value === null) return seconds;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

function numberOf(value: string | null, factor: number): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? Math.ceil(number * factor) : undefined;
}
