import type { DemoTurn } from '../../../index';
import { intentOf, reasonIn, type Intent, type Known, type Reason } from './intent';
import { numbersIn, type NamedNumbers } from './numbers';
import { partsOf } from './parts';
import * as words from './words';

/** What the customer wants, as far as rules can tell. */
export interface CustomerRequest {
  readonly intent: Intent;
  /** `none` when no reason was given. */
  readonly reason: Reason;
  /** The question in the customer's words; with the earlier one that it completes. */
  readonly text: string;
  readonly orders: readonly string[];
  readonly parcels: readonly string[];
  /** Whether the product is in the state that we asked about; absent when we did not ask. */
  readonly isInState?: boolean;
}

/** Ends each offer to apply for a refund; a following yes accepts it. */
export const OFFER = '需要我现在提交退款申请吗？';
/** Ends each question for the order number; a following bare number answers it. */
export const ASK_NUMBER = '请提供订单号。';
/** Ends each question which of several orders comes first. */
export const ASK_WHICH = '请告诉我先办哪一笔，只写一个订单号。';
/** Ends each question about the state of a product; a yes, a no or the state answers it. */
export const ASK_STATE = '请回答“是”或“不是”。';

/** One request after the other, as a message may hold several. */
export function requestsOf({ question, history }: Pick<DemoTurn, 'question' | 'history'>): CustomerRequest[] {
  const asked = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  const replied = history.findLast(({ role }) => role === 'assistant')?.content ?? '';
  const reply = asked.length > 0 ? replyTo(replied, question, asked) : undefined;
  return reply ? [reply] : partsOf(question).map((part) => inContext(part, question, asked));
}

/** The request that an answer to our own question completes. */
function replyTo(replied: string, question: string, asked: readonly string[]): CustomerRequest | undefined {
  const numbers = namedNow(question, asked);
  if (replied.endsWith(OFFER) && isYes(question))
    return { ...understood(earlier(asked)), intent: 'refund', isInState: false, ...numbers };
  if (replied.endsWith(ASK_STATE)) {
    const isInState = stateIn(question);
    if (isInState === undefined) return undefined;
    const { intent, reason, text } = understood(earlier(asked), inherited(numbers));
    return { intent: intent === 'refund' ? intent : 'may-refund', reason, text, isInState, ...numbers };
  }
  const own = numbersIn(question).orders.length > 0;
  if ((replied.endsWith(ASK_NUMBER) && own && isBare(question)) || (replied.endsWith(ASK_WHICH) && isOne(question)))
    return { ...understood(`${asked.at(-1)}\n${question}`), ...numbers };
  return undefined;
}

/** A part without a number of its own means the order that was named last, when it speaks of one. */
function inContext(part: string, question: string, asked: readonly string[]): CustomerRequest {
  const own = numbersIn(part);
  const first = understood(part);
  if (has(own)) return first;
  const numbers = namedNow(question, asked);
  if (!has(numbers)) return first;
  const plain = plainOf(part);
  const pointsBack = words.hasAny(plain, words.THAT_ORDER) || ['那', '这'].some((word) => plain.startsWith(word));
  const isOpen =
    (first.intent === 'unknown' && (first.reason !== 'none' || words.hasAny(plain, words.ORDER_FACTS))) ||
    (words.hasAny(plain, words.PARCEL) && !words.hasAny(plain, words.ASIDE));
  const again = pointsBack || isOpen ? understood(part, inherited(numbers)) : first;
  return { ...again, ...numbers };
}

/** The newest of the earlier questions that says what is wanted. */
const earlier = (asked: readonly string[]): string =>
  asked.findLast((text) => !isBare(text) && understood(text).intent !== 'unknown') ??
  asked.findLast((text) => !isBare(text)) ??
  asked.at(-1) ??
  '';

function namedNow(question: string, asked: readonly string[]): NamedNumbers {
  const own = numbersIn(question);
  return has(own) ? own : (asked.map(numbersIn).findLast(has) ?? own);
}

const has = ({ orders, parcels }: NamedNumbers): boolean => orders.length > 0 || parcels.length > 0;

const inherited = ({ orders, parcels }: NamedNumbers): Known => ({
  hasOrder: orders.length > 0,
  hasParcel: parcels.length > 0,
  isInherited: true,
});

function understood(text: string, known?: Known): CustomerRequest {
  const plain = plainOf(text);
  const { orders, parcels } = numbersIn(text);
  const reason = reasonIn(plain);
  const numbers = known ?? { hasOrder: orders.length > 0, hasParcel: parcels.length > 0 };
  return { intent: intentOf(plain, reason, numbers), reason, text, orders, parcels };
}

const plainOf = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Nothing but a number and its label. */
function isBare(text: string): boolean {
  const numbers = numbersIn(text);
  const rest = words.without(text.normalize('NFKC'), [...numbers.orders, ...numbers.parcels]);
  return [...rest].every((character) => ' \n:#,.。，:是订单号编码为的我在这'.includes(character));
}

/** One order, and no new wish beside it. */
const isOne = (text: string): boolean =>
  numbersIn(text).orders.length === 1 && ['order', 'refund', 'may-refund'].includes(understood(text).intent);

const isYes = (text: string): boolean => {
  const plain = plainOf(text);
  return plain.length <= 16 && words.hasAny(plain, words.YES) && !words.hasAny(plain, ['不', '别', '算了', '吗']);
};

function stateIn(text: string): boolean | undefined {
  const plain = plainOf(text);
  if (plain.length > 24) return undefined;
  const denied = words.STATES.flatMap((state) => state.denied);
  const said = words.STATES.flatMap((state) => state.said);
  // a state that is said counts before any no: 拆了一个，没用
  if (words.hasAny(words.without(plain, denied), said)) return true;
  if (words.hasAny(plain, denied)) return false;
  if (plain.includes('没错')) return true;
  if (words.hasAny(plain, words.NO)) return false;
  return isYes(plain) ? true : undefined;
}
