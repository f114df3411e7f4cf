import { DEFAULT_LIMITS } from '../core/agent-definition';
import { BadRequestError } from '../core/errors';
import type { AskRequest } from './ask-request';

/** Longest question, in characters. */
const MAX_QUESTION = 32_768;

/** A character that shows: no space, control or format character, none that is drawn as nothing, no blank Braille pattern. */
export const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

const NAMES = ['agent', 'conversationId', 'protocol', 'tenant', 'askedBy'] as const;

/**
 * Checks a request whichever surface it came through: the HTTP API checks its own, a call from a program nobody.
 * @throws BadRequestError with a pointer for each field that is wrong.
 */
export function checkAskRequest(request: AskRequest): void {
  const errors = isObject(request) ? faultsOf(request) : [fault('', 'expected an object with a question')];
  if (errors.length === 0) return;
  const told = errors.map(({ pointer, detail }) => `${pointer.slice(2) || 'the request'}: ${detail}`);
  throw new BadRequestError(told.join('; '), errors);
}

interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

const fault = (path: string, detail: string): Fault => ({ pointer: `#${path}`, detail });

function faultsOf(request: AskRequest): Fault[] {
  const { question } = request;
  const faults: Fault[] = [];
  if (typeof question !== 'string')
    faults.push(fault('/question', `expected a string of 1 to ${MAX_QUESTION} characters`));
  else if (!VISIBLE.test(question)) faults.push(fault('/question', 'must not be blank'));
  else if (isLonger(question, MAX_QUESTION))
    faults.push(fault('/question', `expected 1 to ${MAX_QUESTION} characters`));
  for (const name of NAMES) {
    const value: unknown = request[name];
    if (value !== undefined && (typeof value !== 'string' || value === ''))
      faults.push(fault(`/${name}`, 'expected a string that is not empty'));
  }
  return [...faults, ...limitFaults(request.limits), ...requestKeyFaults(request.requestKey)];
}

/** A limit that is NaN would pass every comparison, so the run would know no end. */
function limitFaults(limits: unknown): Fault[] {
  if (limits === undefined) return [];
  if (!isObject(limits)) return [fault('/limits', 'expected an object')];
  return Object.entries(limits)
    .filter(([name, limit]) => Object.hasOwn(DEFAULT_LIMITS, name) && limit !== undefined && !isCount(limit))
    .map(([name]) => fault(`/limits/${name}`, 'expected an integer of 1 or more'));
}

function requestKeyFaults(requestKey: unknown): Fault[] {
  const isKey =
    requestKey === undefined || (isObject(requestKey) && isText(requestKey, 'key') && isText(requestKey, 'hash'));
  return isKey ? [] : [fault('/requestKey', 'expected an object with a key and a hash')];
}

const isText = (holder: object, name: string): boolean => {
  const value = (holder as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '';
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1;

/** Counts a surrogate pair as one character. Only a text that may be either is walked through. */
function isLonger(text: string, max: number): boolean {
  if (text.length <= max || text.length > 2 * max) return text.length > max;
  let pairs = 0;
  for (let at = 0; at < text.length; at++) if (text.codePointAt(at)! > 0xffff) pairs++;
  return text.length - pairs > max;
}
