import type { DemoStep, DemoTurn } from '../../../index';
import * as say from './answers';
import { observed, text } from './observed';
import { answer } from './steps';

/** A limit was reached: what is known is told, what is not is said to be missing. */
export function forcedStep(turn: DemoTurn): DemoStep {
  const order = observed(turn, 'queryOrder');
  const parcel = observed(turn, 'queryLogistics');
  const refund = observed(turn, 'applyRefund');
  const time = observed(turn, 'getCurrentTime');
  const knowledge = observed(turn, 'searchKnowledge');
  const known = [
    refund?.ok ? say.refundText(refund.fields) : refund && say.refundFailed(refund),
    order?.ok ? say.orderText(order.fields) : order && say.orderFailed(text(order.input, 'orderId') ?? '', order),
    parcel?.ok && say.parcelText(undefined, parcel.fields),
    knowledge?.ok && say.articleText(knowledge),
    time?.ok && say.timeText(time),
  ].filter((part) => typeof part === 'string');
  if (known.length === 0)
    return answer('不能再查了，也没有查到什么。', '抱歉，这次没有来得及查到任何信息，请稍后再问一次。');
  const open = refund ? '' : '我没有提交退款申请。';
  return answer(
    '不能再查了，把知道的告诉用户。',
    `这次查询到了上限，目前查到的是：\n${known.join('\n')}\n${open}其余的我还不能确认，请稍后再问。`,
  );
}
