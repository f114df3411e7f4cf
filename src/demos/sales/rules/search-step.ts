import type { DemoStep, DemoTurn } from '../../../index';
import { hitsIn, observed, type Hit } from './observed';
import { leftovers } from './plain-words';

/** A hit has to hold at least this share of what the query is about. */
const LEAST_SHARE = 0.5;

/** Looks a question up in the documents, and quotes the best that fits it. */
export function searchStep(turn: DemoTurn, query: string): DemoStep {
  const observation = observed(turn, 'Search', 'query', query);
  if (!observation && turn.forced) return { thought: '', answer: `没有来得及搜索“${query}”。` };
  if (!observation) return { thought: '这不在销售表里，搜索资料。', tool: 'Search', input: { query } };
  if (!observation.ok)
    return { thought: '搜索失败，如实说明。', answer: `搜索没有成功：${observation.content.slice(0, 300)}` };
  const terms = termsOf(query);
  const hit = (hitsIn(observation) ?? []).find(({ title, text }) => shareIn(title + text, terms) >= LEAST_SHARE);
  if (!hit) return { thought: '没有找到合适的。', answer: `没有搜到与“${query}”相符的资料，所以无法回答。` };
  return { thought: '资料里有相关内容。', answer: quoted(hit, shareIn(hit.title, terms) > 0) };
}

/** A document of another title may only mention the matter in passing: the wording claims no more than that. */
function quoted({ title, text, url }: Hit, isItsSubject: boolean): string {
  const source = `《${title}》${url ? `（${url}）` : ''}`;
  return isItsSubject ? `根据资料${source}：${text}` : `提到相关内容的资料是${source}：${text}`;
}

/** Words that documents of every kind are asked for with. */
const KINDS = /资料|政策|制度|规定|办法|要求|主要|包括|介绍|情况|相关|关于|有关|属于|负责|标准|流程/g;

/** What a query is about: its words, long ones as pairs of neighbours, without plain words. */
function termsOf(query: string): string[] {
  const blanked = query.replace(KINDS, (found) => ' '.repeat(found.length));
  return leftovers(blanked, query).flatMap(({ word }) =>
    /\p{Script=Han}/u.test(word) && word.length > 2
      ? [...word].slice(1).map((character, index) => `${[...word][index]}${character}`)
      : [word],
  );
}

/** Without anything to compare, everything fits: the search engine has chosen. */
function shareIn(text: string, terms: readonly string[]): number {
  const lower = text.toLowerCase();
  return terms.length === 0 ? 1 : terms.filter((term) => lower.includes(term.toLowerCase())).length / terms.length;
}
