import type { DemoTurn } from '../../../index';
import { codesIn } from '../../reading/codes';
import { conversation } from '../../reading/steps';
import { hasAny, plain } from '../../reading/words';
import { intentIn, isYes, refersBack, type Intent } from './intents';

/** What the user wants, as far as rules can tell. */
export interface PlanRequest {
  readonly intent: Intent | 'unknown';
  readonly codes: readonly string[];
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
  const mayGuess = intent !== 'approve' || refersBack(text);
  return { intent, codes: own.length > 0 ? own : mayGuess ? earlier : [] };
}

const SUBJECT = ['补货', '计划单'];

const codesOf = (text: string): readonly string[] => codesIn(text, LABELS);
