import { intentOf, reasonIn, type Intent } from './intent';
import { numbersIn } from './numbers';
import * as words from './words';

const ENDS = '，。？！；,?!;\n';
const CONNECTORS = ['顺便', '另外', '还有', '还想问', '对了', '同时', '再问'];
/** What an order must be looked up for. */
const OF_AN_ORDER: readonly Intent[] = [
  'refund',
  'may-refund',
  'refund-progress',
  'withdraw',
  'cancel',
  'parcel',
  'order',
];

/** The wishes of one message, each in its own words; a message with one wish stays as it is. */
export function partsOf(question: string): string[] {
  const clauses = clausesOf(question);
  const asides = clauses.filter(isAside);
  const rest = clauses.filter((clause) => !isAside(clause)).join('');
  const whole = intentIn(question);
  const wanted = intentIn(rest);
  // 太大了，能换货吗 is one wish: its first half alone would be a return
  const isOneWish = wanted === 'refund' && whole !== 'refund' && whole !== 'may-refund';
  if (asides.length > 0 && OF_AN_ORDER.includes(wanted) && !isOneWish) return [...byOrder(rest), ...asides];
  if (whole === 'knowledge' && asksToLook(question)) return [numbersIn(question).orders.join(' '), question];
  return byOrder(question);
}

/** Parts that name different orders and want different things: 一单退款，另一单到哪了. */
function byOrder(text: string): string[] {
  const parts: string[] = [];
  let isNamed = false; // kept, as reading the growing part again for each clause would be quadratic
  for (const clause of clausesOf(text)) {
    const names = hasOrder(clause);
    if (parts.length === 0 || (names && isNamed)) parts.push(clause);
    else parts[parts.length - 1] += clause;
    isNamed ||= names;
  }
  const intents = parts.map(intentIn);
  const isSplit = new Set(intents).size > 1 && intents.every((intent) => OF_AN_ORDER.includes(intent));
  return isSplit && parts.every((part) => !isOnlyNumber(part)) ? parts : [text];
}

function clausesOf(text: string): string[] {
  const clauses: string[] = [];
  let current = '';
  for (const character of markConnectors(text)) {
    if (character !== MARK) current += character;
    if (character !== MARK && !ENDS.includes(character)) continue;
    if (current) clauses.push(current);
    current = '';
  }
  return current ? [...clauses, current] : clauses;
}

const MARK = '\u0000';
const markConnectors = (text: string): string =>
  CONNECTORS.reduce((marked, word) => marked.replaceAll(word, `${MARK}${word}`), text.replaceAll(MARK, ''));

function isAside(clause: string): boolean {
  const plain = plainOf(clause);
  if (hasOrder(clause)) return false;
  if (words.hasAny(plain, words.ASIDE)) return words.hasAny(plain, words.ASKS);
  return words.hasAny(plain, words.TIME) && words.hasAny(plain, ['现在', '今天', '当前']) && !plain.includes('到');
}

const asksToLook = (text: string): boolean =>
  hasOrder(text) && words.hasAny(plainOf(text), words.LOOK_UP) && words.hasAny(plainOf(text), words.ASIDE);

function isOnlyNumber(part: string): boolean {
  const rest = words.without(part.normalize('NFKC'), numbersIn(part).orders);
  return [...rest].filter((character) => !` ${ENDS}订单号的:：`.includes(character)).length === 0;
}

const hasOrder = (text: string): boolean => numbersIn(text).orders.length > 0;

function intentIn(text: string): Intent {
  const plain = plainOf(text);
  const { orders, parcels } = numbersIn(text);
  return intentOf(plain, reasonIn(plain), { hasOrder: orders.length > 0, hasParcel: parcels.length > 0 });
}

const plainOf = (text: string): string => text.normalize('NFKC').toLowerCase();
