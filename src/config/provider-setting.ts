import { jsonObject, jsonStrings, type Setting } from './setting';

/** The SDK and the network would name a fault in these by words of their own, or show the key in it. */
export const apiKey = (): Setting<string | undefined> => ({
  expected: 'a key of printable ASCII without spaces',
  fallback: undefined,
  read: (raw) => (/^[\x21-\x7e]+$/.test(raw) ? raw : undefined),
});

export const httpHeaders = (): Setting<Record<string, string> | undefined> => ({
  expected: 'a JSON object of HTTP header names with values of printable ASCII',
  fallback: undefined,
  read: (raw) => {
    const headers = jsonStrings().read(raw);
    return headers && Object.entries(headers).every(isHeader) ? headers : undefined;
  },
});

const isHeader = ([name, value]: [string, string]): boolean =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value);

/** Fields of the request that the service writes itself. */
const RESERVED = ['messages', 'model', 'n', 'stop', 'stream', 'tools'];

export const extraBody = (): Setting<Record<string, unknown> | undefined> => ({
  expected: `a JSON object without the fields that the service sets (${RESERVED.join(', ')})`,
  fallback: undefined,
  read: (raw) => {
    const body = jsonObject().read(raw);
    return body && RESERVED.every((name) => !Object.hasOwn(body, name)) ? body : undefined;
  },
});

/** What follows the address is added by the service, so neither a query nor a fragment may be there; a key has its own setting. */
export const serviceUrl = (): Setting<string | undefined> => ({
  expected: 'an http:// or https:// address without user, password, query and fragment',
  fallback: undefined,
  read: (raw) => {
    const url = URL.canParse(raw) ? new URL(raw) : undefined;
    if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
    return url.username || url.password || raw.includes('?') || raw.includes('#') ? undefined : raw;
  },
});
