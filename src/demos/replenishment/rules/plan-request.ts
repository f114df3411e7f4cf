import type { DemoTurn } from '../../../index';
import { codesIn } from '../../reading/codes';
import { conversation } from '../../reading/steps';
import { hasAny, plain } from '../../reading/words';
import { intentIn, isYes, refersBack, type Intent } from './intents';

/** What the user wants, as far as rules can tell. */
export interface PlanRequest {
  readonly intent: Intent | 'unknown';
  readonly codes: readonly string[];
  /** Plans that are only asked about, beside those that are to be approved. */
  readonly others?: readonly string[];
}

/** Ends each question for the code; a following code answers it. */
export const ASK_CODE = '请提供补货计划单的单号。';
/** Ends each offer to approve; a following yes accepts it. */
export const OFFER = '需要我现在审批吗？';

const LABELS = { wanted: ['单', '单子', '订单', '计划单'], other: ['手机', '电话', '运单'] };

export function planRequestOf(turn: Pick<DemoTurn, 'question' | 'history'>): PlanRequest {
  const { asked, replied } = conversation(turn);
  const text = plain(turn.question);
  const own = codesOf(turn.question);
  const earlier = (asked.map(codesOf).findLast((codes) => codes.length > 0) ?? []).slice(-1);
  if (replied.endsWith(OFFER) && own.length === 0 && isYes(text)) return { intent: 'approve', codes: earlier };

  const intent = intentIn(text);
  if (intent === undefined && own.length > 0) {
    const goesOn = replied.endsWith(ASK_CODE) || text.includes('呢');
    const before = asked.map((question) => intentIn(plain(question))).findLast((one) => one !== undefined);
    return { intent: (goesOn ? before : undefined) ?? 'query', codes: own };
  }
  if (intent === undefined) return { intent: hasAny(text, SUBJECT) ? 'query' : 'unknown', codes: earlier };
  // which plan is approved has to be said; which one is looked at may be guessed
  if (intent === 'approve' && own.length > 1) return { intent, ...shared(turn.question, own) };
  const mayGuess = intent !== 'approve' || refersBack(text);
  return { intent, codes: own.length > 0 ? own : mayGuess ? earlier : [] };
}

/** Of several plans in one question, those that are to be approved: "approve the first and look at the second". */
function shared(question: string, own: readonly string[]): { codes: readonly string[]; others: readonly string[] } {
  const approved = new Set<string>();
  const looked = new Set<string>();
  let intent: Intent | undefined = 'approve';
  for (const clause of question.normalize('NFKC').split(/[,;。!?\n]|顺便|然后|同时|另外|and then|, and /u)) {
    const codes = codesOf(clause);
    intent = intentIn(plain(clause)) ?? intent;
    for (const code of codes) (intent === 'approve' ? approved : looked).add(code);
  }
  // "look at both, then approve": the clause that approves names none
  if (approved.size === 0) return { codes: own, others: [] };
  return { codes: own.filter((code) => approved.has(code)), others: own.filter((code) => !approved.has(code)) };
}

const SUBJECT = ['补货', '计划单'];

const codesOf = (text: string): readonly string[] => codesIn(text, LABELS);
