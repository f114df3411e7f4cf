import type { Article } from './observed';
import * as words from './words';

export interface RankedArticle extends Article {
  /** False when the article shares a word with the question and may be about something else. */
  readonly isAnswer: boolean;
}

/** Shares of the question's terms that an article must have: with one in its title, and without. */
const ENOUGH = 0.4;
const ENOUGH_WITHOUT_TITLE = 0.7;
/** Fewer terms are shared by chance. */
const MIN_TERMS_WITHOUT_TITLE = 4;
/** A question of so few terms is the name of a subject: 价保, 专票. */
const ONE_SUBJECT = 1;
const TITLE_WEIGHT = 4;

/** The articles that share a term with the question, best first; a term in the title counts most. */
export function relevant(articles: readonly Article[], question: string): RankedArticle[] {
  const terms = termsOf(question);
  const ranked = articles.map((article, place) => {
    const title = plainOf(article.title);
    const body = plainOf(article.text);
    const inTitle = terms.filter((term) => title.includes(term)).length;
    const found = terms.filter((term) => title.includes(term) || body.includes(term)).length;
    const coverage = found / Math.max(1, terms.length);
    const isAnswer =
      inTitle > 0
        ? coverage >= ENOUGH
        : coverage >= ENOUGH_WITHOUT_TITLE && (found >= MIN_TERMS_WITHOUT_TITLE || terms.length <= ONE_SUBJECT);
    return { article: { ...article, isAnswer }, place, found, score: found + TITLE_WEIGHT * inTitle };
  });
  return ranked
    .filter(({ found }) => found > 0)
    .sort((one, other) => other.score - one.score || one.place - other.place)
    .map(({ article }) => article);
}

/** The question without its numbers and the words that every question has; as it is when nothing is left. */
export const searchTerms = (question: string): string => {
  const topic = runsOf(question).join(' ');
  return topic === '' ? question : topic;
};

/** Pairs of Chinese characters, and whole Latin words; a number is no topic. */
function termsOf(question: string): string[] {
  const terms = runsOf(question).flatMap((run) =>
    run.length === 1 || run < '\u0100'
      ? [run]
      : [...run].slice(1).map((character, index) => `${[...run][index]}${character}`),
  );
  return [...new Set(terms)];
}

/** Stretches of one script; lone characters are left over from words, so they go when there is more. */
function runsOf(question: string): string[] {
  const runs: string[] = [];
  let last = '';
  for (const character of words.without(plainOf(question), words.ASKING)) {
    const script = scriptOf(character);
    if (script === '') last = '';
    else if (script === last) runs[runs.length - 1] += character;
    else runs.push(character);
    last = script;
  }
  const named = runs.filter(
    (run) => ![...run].every((character) => scriptOf(character) === 'latin' && character < 'a'),
  );
  const long = named.filter((run) => run.length > 1);
  return long.length > 0 ? long : named;
}

function scriptOf(character: string): '' | 'latin' | 'other' {
  if (character >= '\u3400') return /\p{L}/u.test(character) ? 'other' : '';
  return /[a-z0-9]/.test(character) ? 'latin' : '';
}

const plainOf = (text: string): string => text.normalize('NFKC').toLowerCase();
