import type { DemoTurn } from '../../../index';
import { numbersIn } from './numbers';
import * as words from './words';

export type Intent =
  'refund' | 'may-refund' | 'refund-progress' | 'parcel' | 'order' | 'time' | 'knowledge' | 'unknown';

/** What the customer wants, as far as rules can tell. */
export interface CustomerRequest {
  readonly intent: Intent;
  /** `none` when no reason was given. */
  readonly reason: 'fault' | 'change-of-mind' | 'none';
  /** The question in the customer's words; with the earlier one that it completes. */
  readonly text: string;
  readonly orders: readonly string[];
  readonly parcels: readonly string[];
}

/** Ends each offer to apply for a refund; a following yes accepts it. */
export const OFFER = '需要我现在提交退款申请吗？';
/** Ends each question for the order number; a following bare number answers it. */
export const ASK_NUMBER = '请提供订单号。';

export function requestOf({ question, history }: Pick<DemoTurn, 'question' | 'history'>): CustomerRequest {
  const asked = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  const replied = history.findLast(({ role }) => role === 'assistant')?.content ?? '';
  const before = asked.at(-1);
  if (before !== undefined && replied.endsWith(OFFER) && isYes(question)) {
    return { ...understood(earlier(asked)), intent: 'refund', ...withNumbers(question, asked) };
  }
  if (
    before !== undefined &&
    replied.endsWith(ASK_NUMBER) &&
    numbersIn(question).orders.length > 0 &&
    isBare(question)
  ) {
    return { ...understood(`${before}\n${question}`), ...withNumbers(question, asked) };
  }
  return { ...understood(question), ...withNumbers(question, asked) };
}

/** The newest of the earlier questions that says more than a number. */
const earlier = (asked: readonly string[]): string => asked.findLast((text) => !isBare(text)) ?? asked.at(-1) ?? '';

/** A question without a number means the order that was named last. */
function withNumbers(question: string, asked: readonly string[]): Pick<CustomerRequest, 'orders' | 'parcels'> {
  const own = numbersIn(question);
  if (own.orders.length > 0 || own.parcels.length > 0) return own;
  const last = asked.map(numbersIn).findLast(({ orders }) => orders.length > 0);
  return { orders: last?.orders.slice(-1) ?? [], parcels: [] };
}

function understood(text: string): CustomerRequest {
  const plain = text.normalize('NFKC').toLowerCase();
  const { orders, parcels } = numbersIn(text);
  const reason = reasonIn(plain);
  return { intent: intentOf(plain, reason, orders.length > 0, parcels.length > 0), reason, text, orders, parcels };
}

function reasonIn(plain: string): CustomerRequest['reason'] {
  if (words.hasAny(words.without(plain, words.NO_FAULT), words.FAULT)) return 'fault';
  return words.hasAny(plain, words.CHANGE_OF_MIND) ? 'change-of-mind' : 'none';
}

function intentOf(plain: string, reason: CustomerRequest['reason'], hasOrder: boolean, hasParcel: boolean): Intent {
  const isPersonal = hasOrder || words.hasAny(plain, words.PERSONAL);
  const wantsReturn = words.hasAny(words.without(plain, words.NO_RETURN), words.RETURN);
  if (wantsReturn && asksProgress(plain)) return isPersonal ? 'refund-progress' : 'knowledge';
  const gives = plain.includes('换货') && !plain.includes('退');
  if (wantsReturn && !gives) return returnIntent(plain, reason, hasOrder);
  if (hasOrder && reason === 'change-of-mind') return 'refund';
  if (words.hasAny(plain, words.TIME) && !hasOrder) return 'time';
  if (reason === 'fault') return 'knowledge';
  if (hasParcel) return 'parcel';
  if (words.hasAny(plain, words.PARCEL) && isPersonal) return 'parcel';
  if (words.hasAny(plain, words.ORDER)) return 'order';
  if (words.hasAny(plain, words.SUBJECTS) || words.hasAny(plain, words.PARCEL)) return 'knowledge';
  return hasOrder ? 'order' : 'unknown';
}

const asksProgress = (plain: string): boolean =>
  words.hasAny(plain, words.REFUND_PROGRESS) ||
  (words.hasAny(plain, words.MAYBE_PROGRESS) && !words.hasAny(plain, words.ASKS_TO_ACT));

function returnIntent(plain: string, reason: CustomerRequest['reason'], hasOrder: boolean): Intent {
  const doesIt = words.hasAny(words.without(plain, words.LOOK), words.DO_IT);
  const asksWhether = words.hasAny(plain, words.MAY_I);
  const asksHow = words.hasAny(words.without(plain, words.NOT_HOW), words.HOW);
  if (hasOrder) {
    if (doesIt) return 'refund';
    if (asksWhether || (asksHow && reason !== 'none')) return 'may-refund';
    return asksHow ? 'knowledge' : 'refund';
  }
  return !asksWhether && !asksHow && (doesIt || reason !== 'none') ? 'refund' : 'knowledge';
}

/** Nothing but a number and its label. */
function isBare(text: string): boolean {
  const numbers = numbersIn(text);
  const rest = words.without(text.normalize('NFKC'), [...numbers.orders, ...numbers.parcels]);
  return [...rest].every((character) => ' \n:#,.。，:是订单号编码为的我在这'.includes(character));
}

const isYes = (text: string): boolean => {
  const plain = text.normalize('NFKC').toLowerCase();
  return plain.length <= 16 && words.hasAny(plain, words.YES) && !words.hasAny(plain, ['不', '别', '算了', '吗']);
};
