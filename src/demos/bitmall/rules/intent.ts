import * as words from './words';

export type Intent =
  | 'refund'
  | 'may-refund'
  | 'refund-progress'
  | 'withdraw'
  | 'cancel'
  | 'parcel'
  | 'order'
  | 'order-list'
  | 'time'
  | 'knowledge'
  | 'unknown';

export type Reason = 'fault' | 'change-of-mind' | 'none';

/** What is known beside the words: numbers of their own, or the order that was spoken of before. */
export interface Known {
  readonly hasOrder: boolean;
  readonly hasParcel: boolean;
  readonly isInherited?: boolean;
}

/** `plain` is in NFKC and lower case. */
export function reasonIn(plain: string): Reason {
  if (words.hasAny(words.without(plain, words.NO_FAULT), words.FAULT)) return 'fault';
  return words.hasAny(plain, words.CHANGE_OF_MIND) ? 'change-of-mind' : 'none';
}

export function intentOf(plain: string, reason: Reason, known: Known): Intent {
  const { hasOrder } = known;
  const isPersonal = hasOrder || words.hasAny(plain, words.PERSONAL);
  if (!hasOrder && words.hasAny(plain, words.ORDER_LIST)) return 'order-list';
  const wantsReturn = words.hasAny(words.without(plain, words.NO_RETURN), words.RETURN);
  if (reason === 'none' && isPersonal && takesBack(plain, wantsReturn)) return 'withdraw';
  if (words.hasAny(plain, words.CANCEL) && (hasOrder || (isPersonal && plain.includes('单') && !asksHow(plain))))
    return 'cancel';
  if (wantsReturn && asksProgress(plain)) return isPersonal ? 'refund-progress' : 'knowledge';
  if (words.hasAny(plain, words.PRICE_GAP) && !words.hasAny(plain, ['退货', '退款', ...words.UNWANTED]))
    return 'knowledge';
  const swaps = plain.includes('换货') && !plain.includes('退');
  if (swaps && reason !== 'fault') return 'knowledge';
  if (wantsReturn && !swaps) return returnIntent(plain, reason, known);
  return withoutReturn(plain, reason, hasOrder, isPersonal) ?? subjectIntent(plain, reason, known, isPersonal);
}

/** An unwanted product is to go back also when nobody says so. */
function withoutReturn(plain: string, reason: Reason, hasOrder: boolean, isPersonal: boolean): Intent | undefined {
  if (hasOrder && reason === 'change-of-mind')
    return asksHow(plain) || words.hasAny(plain, words.MAY_I) ? 'may-refund' : 'refund';
  if (reason !== 'fault' && isPersonal && words.hasAny(plain, words.UNWANTED) && !asksHow(plain)) return 'refund';
  return undefined;
}

function subjectIntent(plain: string, reason: Reason, { hasOrder, hasParcel }: Known, isPersonal: boolean): Intent {
  if (words.hasAny(plain, words.TIME) && !hasOrder) return 'time';
  if (reason === 'fault') return faultIntent(plain, hasOrder);
  if (hasParcel) return 'parcel';
  if (words.hasAny(plain, words.MY_PARCEL) || (words.hasAny(plain, words.PARCEL) && isPersonal)) return 'parcel';
  if (words.hasAny(plain, words.ORDER)) return 'order';
  const asksFact = words.hasAny(plain, words.ORDER_FACTS) && !words.hasAny(plain, words.ASIDE);
  if (asksFact && (hasOrder || words.hasAny(plain, words.THAT_ORDER))) return 'order';
  if (words.hasAny(plain, words.SUBJECTS) || words.hasAny(plain, words.PARCEL)) return 'knowledge';
  return hasOrder ? 'order' : 'unknown';
}

/** A symptom has an article; that something is broken has none, so its order is looked up. */
function faultIntent(plain: string, hasOrder: boolean): Intent {
  const symptom = words.hasAny(words.without(words.without(plain, words.NO_FAULT), words.VAGUE_FAULT), words.FAULT);
  if (words.hasAny(plain, words.PARCEL)) return symptom || !hasOrder ? 'knowledge' : 'parcel';
  if (plain.includes('换货') || words.hasAny(plain, words.WITHDRAW)) return 'knowledge';
  const isRule = asksHow(plain) && (symptom || !(hasOrder || plain.includes('坏')));
  return isRule || (symptom && !hasOrder) ? 'knowledge' : 'may-refund';
}

/** 取消…退款 takes back as well, unless it is the order that is cancelled. */
function takesBack(plain: string, wantsReturn: boolean): boolean {
  if (words.hasAny(plain, words.WITHDRAW)) return !wantsReturn;
  const cancels = words.hasAny(plain, ['取消', '撤销', '撤回']);
  return cancels && plain.includes('退款') && !words.hasAny(plain, ['取消订单', '订单取消', '并', '然后']);
}

const asksHow = (plain: string): boolean => words.hasAny(words.without(plain, words.NOT_HOW), words.HOW);

const asksProgress = (plain: string): boolean =>
  words.hasAny(plain, words.REFUND_PROGRESS) ||
  (words.hasAny(plain, words.MAYBE_PROGRESS) && !words.hasAny(plain, words.ASKS_TO_ACT));

function returnIntent(plain: string, reason: Reason, { hasOrder, isInherited }: Known): Intent {
  const doesIt = words.hasAny(words.without(plain, words.LOOK), words.DO_IT);
  const asksWhether = words.hasAny(plain, words.MAY_I);
  const how = asksHow(plain);
  if (!hasOrder) {
    const asks = asksWhether || how || (words.hasAny(plain, words.ASIDE) && plain.includes('吗'));
    return !asks && (doesIt || reason !== 'none') ? 'refund' : 'knowledge';
  }
  if (doesIt) return 'refund';
  const means = words.hasAny(plain, words.HOW_TO_RETURN) && !words.hasAny(plain, words.ASIDE);
  if (asksWhether || (how && (reason !== 'none' || means))) return 'may-refund';
  if (how) return 'knowledge';
  return isInherited && reason === 'none' ? 'may-refund' : 'refund';
}
