import type { ApprovalDecision } from '../agent/check-decision';
import type { PendingApproval } from '../core/react-result';
import { oneLine } from './printable';

/** What a person's line about a waiting call means, or why it means nothing. */
export type Reading = { readonly decision: ApprovalDecision } | { readonly unclear: string };

const YES = new Set(['y', 'yes', '是', '同意']);
const NO = new Set(['n', 'no', '否', '不']);
const EDIT = new Set(['e', 'edit', '改']);

const HOW = 'y approves, n [why] rejects, e {…} approves with these arguments instead';

/** `y`, `n [why]` or `e {JSON}`. */
export function readDecision(line: string): Reading {
  const text = line.trim();
  const end = text.search(/[\s{]/);
  const word = (end < 0 ? text : text.slice(0, end)).toLowerCase();
  const rest = end < 0 ? '' : text.slice(end).trim();
  if (YES.has(word)) return rest === '' ? { decision: { approved: true } } : { unclear: `Nothing follows y: ${HOW}` };
  if (NO.has(word)) return { decision: { approved: false, ...(rest !== '' && { comment: rest }) } };
  if (!EDIT.has(word)) return { unclear: `A call waits: ${HOW}` };
  const input = objectIn(rest);
  return input
    ? { decision: { approved: true, input } }
    : { unclear: 'After e a JSON object is expected, on one line' };
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What is asked: the call with all of its stored arguments, since what is cut off could not be judged, and what of them came from outside. */
export const questionOf = ({ tool, input, because, untrusted = [] }: PendingApproval): string =>
  [
    `${tool} ${JSON.stringify(input, null, 2)}`,
    ...(because === 'untrusted' ? ['It is asked for because text that anybody may have written was read before.'] : []),
    ...untrusted.map(
      ({ pointer, callId = 'an earlier answer', text }) =>
        `! ${oneLine(pointer, MAX_POINTER)} has untrusted text of ${callId}: ${oneLine(JSON.stringify(text), MAX_TEXT)}`,
    ),
    `Approve this call? ${HOW}`,
  ].join('\n');

/** Longest words of a mark that are shown, in code points. */
const MAX_POINTER = 100;
const MAX_TEXT = 300;
