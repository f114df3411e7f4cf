import { isInstant, isTimeZone } from '../core/date-checks';

/** One variable: how its text is read, what it is without one, and what is expected, for the error. */
export interface Setting<T> {
  readonly expected: string;
  readonly fallback: T;
  /** Undefined when the text is not what is expected. */
  read(text: string): T | undefined;
  /** What was expected instead of each part that is wrong, for a text of many parts that `read` refused. */
  faults?(text: string): string[];
}

export const text = (expected: string): Setting<string | undefined> => ({
  expected,
  fallback: undefined,
  read: (raw) => raw,
});

export const textOr = (fallback: string, expected: string): Setting<string> => ({
  expected,
  fallback,
  read: (raw) => raw,
});

export const integer = (fallback: number, min: number, max: number): Setting<number> => ({
  expected: `an integer from ${min} to ${max}`,
  fallback,
  read: (raw) => (/^\d{1,12}$/.test(raw) && Number(raw) >= min && Number(raw) <= max ? Number(raw) : undefined),
});

/** Without a value there is none. */
export const optionalInteger = (min: number, max: number): Setting<number | undefined> => ({
  ...integer(min, min, max),
  fallback: undefined,
});

export const decimal = (fallback: number, min: number, max: number): Setting<number> => ({
  expected: `a number from ${min} to ${max}`,
  fallback,
  read: (raw) =>
    /^\d{1,4}(\.\d{1,6})?$/.test(raw) && Number(raw) >= min && Number(raw) <= max ? Number(raw) : undefined,
});

export const oneOf = <T extends string>(fallback: T, ...values: T[]): Setting<T> => ({
  expected: `one of: ${values.join(', ')}`,
  fallback,
  read: (raw) => values.find((value) => value === raw),
});

export const optionalOneOf = <T extends string>(...values: T[]): Setting<T | undefined> => ({
  expected: `one of: ${values.join(', ')}`,
  fallback: undefined,
  read: (raw) => values.find((value) => value === raw),
});

export const onOff = (fallback: boolean, on: string, off: string): Setting<boolean> => ({
  expected: `one of: ${on}, ${off}`,
  fallback,
  read: (raw) => (raw === on ? true : raw === off ? false : undefined),
});

/** Names with commas between them. */
export const optionalList = (expected: string): Setting<readonly string[] | undefined> => ({
  expected,
  fallback: undefined,
  read: (raw) => {
    const names = raw.split(',').map((name) => name.trim());
    return names.includes('') || new Set(names).size < names.length ? undefined : names;
  },
});

export const jsonObject = (): Setting<Record<string, unknown> | undefined> => ({
  expected: 'a JSON object',
  fallback: undefined,
  read: parsedObject,
});

export const jsonStrings = (): Setting<Record<string, string> | undefined> => ({
  expected: 'a JSON object of strings',
  fallback: undefined,
  read: (raw) => {
    const object = parsedObject(raw);
    return object && Object.values(object).every((value) => typeof value === 'string')
      ? (object as Record<string, string>)
      : undefined;
  },
});

export const isoInstant = (): Setting<string | undefined> => ({
  expected: 'an ISO 8601 instant with a zone, e.g. 2026-06-30T19:05:23+08:00',
  fallback: undefined,
  read: (raw) => (isInstant(raw) ? raw : undefined),
});

export const timeZone = (fallback: string): Setting<string> => ({
  expected: 'an IANA time zone, e.g. Asia/Shanghai',
  fallback,
  read: (raw) => (isTimeZone(raw) ? raw : undefined),
});

const HOST_NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$|^[0-9a-f:.]+$/;

/** In lower case. */
export const hostNames = (): Setting<readonly string[] | undefined> => ({
  expected: 'host names without ports, several with commas between them, e.g. agent.example.com',
  fallback: undefined,
  read: (raw) => {
    const names = raw.split(',').map((name) => name.trim().toLowerCase());
    return names.every((name) => HOST_NAME.test(name)) ? names : undefined;
  },
});

/** A feature of the contract that this version does not have: setting it stops the boot instead of being ignored. */
export const notYet = (instead: string): Setting<undefined> => ({
  expected: `${instead}: this version does not support it yet`,
  fallback: undefined,
  read: () => undefined,
});

function parsedObject(raw: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
