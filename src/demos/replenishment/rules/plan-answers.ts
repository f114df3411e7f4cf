import { text, type Fields, type Observed } from '../../reading/observed';
import { ASK_CODE, OFFER } from './plan-request';

export const UNKNOWN =
  '我是离线演示模型，没有接入真正的大模型，只会按单号查询和审批补货计划单。' +
  '可以这样问我：“帮我审批下补货计划单，单号是（单号）”。要自由对话，请配置 OPENAI_MODEL。';

export const BEYOND = '我只能按单号查询补货计划单，或者审批通过，不能驳回、修改、撤销或新建。';

export const LIST = `我不能列出补货计划单，只能按单号查。${ASK_CODE}`;

export const DECLINED = '好的，我没有审批任何补货计划单。要审批哪一张，请单独告诉我它的单号。';

export const askCode = (purpose: string): string => `好的，要${purpose}补货计划单，我需要知道是哪一张。${ASK_CODE}`;

export const detail = (plan: Fields): string =>
  `补货计划单 ${text(plan, 'orderCode')}：${text(plan, 'product')}，数量 ${text(plan, 'quantity')}，` +
  `仓库：${text(plan, 'warehouse')}，申请人：${text(plan, 'applicant')}，状态：${text(plan, 'status')}。`;

export const notAllowed = (plan: Fields): string =>
  `补货计划单 ${text(plan, 'orderCode')} 现在的状态是“${text(plan, 'status')}”，不允许审批，我没有做任何修改。`;

export const mayApprove = (plan: Fields): string =>
  plan.approvable === true ? `${detail(plan)}现在的状态可以审批。` : `${detail(plan)}现在的状态不允许审批。`;

export const withOffer = (said: string): string => `${said}${OFFER}`;

export const notFound = (code: string, { content }: Observed): string =>
  `抱歉，查询补货计划单 ${code} 没有成功：${content}`;

export function approved({ ok, content, fields, refusal }: Observed): string {
  if (ok) return `补货计划单 ${text(fields, 'orderCode')} 审批成功，现在的状态是“${text(fields, 'status')}”。`;
  if (refusal === '') return '这次审批没有得到人工确认，我没有做任何修改。';
  if (refusal !== undefined) return `这次审批没有得到人工确认，我没有做任何修改。意见：${refusal}`;
  return content.includes('审批补货计划单') ? '审批没有返回成功的结果。' : `审批没有返回成功的结果：${content}`;
}

/** What an approval that did not succeed has left: only a look after it tells. */
export function afterDoubt(code: string, plan: Observed | undefined): string {
  if (!plan?.ok) return `补货计划单 ${code} 的审批有没有生效，我没能查到。请先查询它的状态，不要直接重复审批。`;
  return `我又查了一次：补货计划单 ${text(plan.fields, 'orderCode')} 现在的状态是“${text(plan.fields, 'status')}”。`;
}

export const notYet = (code: string): string => `补货计划单 ${code} 还没有来得及查，我没有审批它。`;

export const openApproval = (code: string): string => `补货计划单 ${code} 可以审批，但这次没有来得及审批。`;
