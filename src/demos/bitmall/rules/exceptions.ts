import type { Article } from './observed';
import { sentencesOf } from './policy-days';
import * as words from './words';

/** Goods that an article excludes from a return without a reason. */
export interface ReturnException {
  /** `拆封`, `激活`; empty when the goods are excluded in any state. */
  readonly state: string;
  /** `滤网`; empty for any product that is in the state. */
  readonly kinds: readonly string[];
  readonly title: string;
  readonly sentence: string;
}

const EXCLUDES = ['不支持', '不适用', '不能', '不可', '不享受', '不参加'];

/** From sentences like 已经拆封的滤网和清洁液等耗材、已激活的兑换码，不支持无理由退货. */
export function exceptionsIn(articles: readonly Article[]): ReturnException[] {
  return articles.flatMap(({ title, text }) =>
    sentencesOf(text).flatMap((sentence) => {
      const end = Math.min(...EXCLUDES.map((word) => sentence.indexOf(word)).filter((index) => index >= 0), Infinity);
      if (end === Infinity || !sentence.slice(end).includes('无理由') || sentence.startsWith('超过')) return [];
      return goodsIn(sentence.slice(0, end)).map((goods) => ({ ...goods, title, sentence }));
    }),
  );
}

function goodsIn(list: string): Pick<ReturnException, 'state' | 'kinds'>[] {
  const goods: Pick<ReturnException, 'state' | 'kinds'>[] = [];
  for (const phrase of splitAt(list, ['、', '，', ',', '以及'])) {
    const cut = phrase.indexOf('的');
    // a phrase without a state of its own shares the one before it: 拆封的滤网、清洁液
    const state = cut < 0 ? (goods.at(-1)?.state ?? '') : words.without(phrase.slice(0, cut), ['已经', '已']).trim();
    const kinds = splitAt(phrase.slice(cut + 1), ['和', '及', '或', '与', '等']).filter((kind) => kind.length > 1);
    const named = kinds.filter((kind) => !words.GOODS.includes(kind));
    if (kinds.length > 0 && (state || named.length > 0)) goods.push({ state, kinds: named });
  }
  return goods;
}

/** Whether the exception holds for a product of which these words tell the state; undefined when they do not. */
export function excludes(exception: ReturnException, product: string, question: string): boolean | undefined {
  const { kinds, state } = exception;
  const isOfKind = kinds.some((kind) =>
    [kind, ...(words.KINDS.get(kind) ?? [])].some((word) => product.includes(word)),
  );
  if (kinds.length > 0 && !isOfKind) return false;
  if (state === '') return true;
  const known = words.STATES.find(({ of }) => words.hasAny(state, of)) ?? {
    said: [state],
    denied: ['没', '没有', '未', '不是'].map((no) => `${no}${state}`),
  };
  const plain = question.normalize('NFKC').toLowerCase();
  if (words.hasAny(words.without(plain, known.denied), known.said)) return true;
  // any product can be engraved, so silence about it says no
  return kinds.length === 0 || words.hasAny(plain, known.denied) ? false : undefined;
}

const splitAt = (text: string, separators: readonly string[]): string[] =>
  separators
    .reduce((rest, separator) => rest.replaceAll(separator, '\n'), text)
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '');
