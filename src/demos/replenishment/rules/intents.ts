import { hasAny, without, words } from '../../reading/words';

export type Intent = 'approve' | 'may-approve' | 'query' | 'declined' | 'beyond' | 'list';

const APPROVE = words('审批 批准 批一下 批下 批了 批掉 批吧 审核 通过 同意 核准 签批 给批 approve');
const DECLINE = words(
  '不要审批 先别审批 别审批 不审批 不用审批 暂不审批 先不审批 不想审批 不要批 别批 先别批 先不批 不批准 不要通过 别通过',
  '不同意 取消审批 不用批 不要审核 别审核 等会 等一会 过会 稍后 晚点 以后再 明天再 先等等 先放着',
);
/** They hold words of APPROVE but speak of an approval that was, or of what it is like. */
const STATE = words(
  '审批了吗 审批了没 批了吗 批了没 审批过 审批完 审批状态 审批进度 审批到 审批结果 审批情况 审批没有 审批好 审批人 审批时间 审批记录',
  '通过了吗 通过了没 通过没 通过了么 谁审批 谁批 什么时候审批 被审批 被批 审批中 审核了吗 审核了没 审核状态 审核进度 审核结果',
  '的审批 审批意见 审批流程 审批规则 审批权限 审批条件 审批要求 审批失败 审批不通过 审批未通过 没通过 未通过 没批 已经批 已批',
  'approved approver',
);
/** 已…, 未…, 没… and the like before the word make it a state too. */
const STATE_BEFORE = /[已未没待被刚]经?(?:审批|批准|通过|审核)/g;
const DO_IT = words(
  '帮我 帮忙 麻烦 请 给我 把 我要 我想 需要审批 直接 一下 审批下 批下 审批吧 批吧 审批掉 批掉 就审批 就批 然后审批 并审批 再审批 再批 please',
);
/** They hold words of DO_IT but only ask to look. */
const LOOK = words(
  '帮我看 帮我查 帮我问 帮忙看 帮忙查 麻烦看 麻烦查 给我看 给我查 请查 请看 请问 请告诉 告诉我 查一下 看一下 问一下 确认一下',
  '帮我看一下 帮我查一下 帮我问一下 帮我确认一下 帮忙看一下 帮忙查一下 麻烦看一下 麻烦查一下 麻烦确认一下 给我看一下 给我查一下',
  '请查一下 请看一下 请确认一下 我想知道 我想看 我想查 我想问',
);
/** Asks whether, in whatever words the rest is. */
const WHETHER = words(
  '能不能审批 可不可以审批 能否审批 可否审批 是否能审批 是否可以审批 是不是能审批 能审批吗 能审批么 可以审批吗 可以审批么 该不该 要不要',
  '能不能批 可不可以批 能批吗 可以批吗 能不能通过 可不可以通过 能通过吗 可以通过吗 能否通过 可否通过 需不需要审批',
);
const WHETHER_ENGLISH = ['whether ', 'should ', 'can i ', 'may i '];
/** Questions that hold a 不 and forbid nothing. */
const EITHER = words('是不是 要不要 能不能 可不可以 会不会 该不该 需不需要 有没有 对不对 好不好 行不行');
/** What rules cannot check must not be followed by a write. */
const CONDITION = /如果|假如|要是|假设|倘若|除非|(?:^|[^a-z])(?:if|unless|once|when)[^a-z]/;
const FORBIDS = /(?:别|甭|勿|禁止|不要|不用|不必|不许|不准|n['’]t|do not|never)[^,;:!?。、\n]{0,40}$/;
const DENIES = /(?:不|没|未|(?:^|[^a-z])not[^a-z])[^,;:!?。、\n]{0,40}$/;
/** They hold a 不 or 没 and deny nothing. */
const FINE = words('没问题 没有问题 没事 没错 不错 没异议 没有异议 没意见 没有意见');
const ASKS = words('吗 么 ? 能不能 可不可以 是否 是不是 能否 可以审批 怎么 如何 为什么 什么 多久 谁 哪 没有');
const QUERY = words('查 看 状态 详情 信息 情况 多少 数量 仓库 申请人 进度 怎么样 内容 商品 detail status');
const BEYOND = words('驳回 拒绝 撤销 撤回 作废 修改 改成 改为 删除 删掉 新建 创建 提交 催');
const LIST = words('哪些 哪几 所有 全部 列出 列一下 清单 有几张 多少张');
const BACK = words('它 这个 这张 这单 该 那个 那张 那单 刚才 再 上面 同一');
const YES = words('好 是 嗯 可以 行 要 对 审批 批 确认 ok yes 需要 同意');

/** Undefined when the text says nothing of the kind. Where it is doubtful, nothing is approved. */
export function intentIn(text: string): Intent | undefined {
  if (hasAny(text, DECLINE)) return 'declined';
  const asks = hasAny(text, ASKS);
  const before = beforeApproval(text);
  if (before.some((part) => FORBIDS.test(part))) return 'declined';
  if (hasAny(text, BEYOND)) return asks ? 'query' : 'beyond';
  if (hasAny(text, LIST)) return 'list';
  if (hasAny(text, WHETHER) || hasAny(text, WHETHER_ENGLISH)) return 'may-approve';
  if (hasAny(without(text, STATE).replaceAll(STATE_BEFORE, ' '), APPROVE)) {
    if (CONDITION.test(text)) return 'may-approve';
    if (before.some((part) => DENIES.test(part))) return asks ? 'may-approve' : 'declined';
    const wants = hasAny(without(text, LOOK), DO_IT);
    return wants || !(asks || hasAny(text, LOOK)) ? 'approve' : 'may-approve';
  }
  return hasAny(text, STATE) || hasAny(text, APPROVE) || hasAny(text, QUERY) ? 'query' : undefined;
}

/** What stands before each word that approves; words that only tell of a state are none. */
function beforeApproval(text: string): readonly string[] {
  const rest = without(text, [...STATE, ...EITHER, ...FINE]).replaceAll(STATE_BEFORE, ' ');
  return APPROVE.flatMap((word) =>
    rest
      .split(word)
      .slice(0, -1)
      .map((part) => part.slice(-64)),
  );
}

export const refersBack = (text: string): boolean => hasAny(text, BACK);

export const isYes = (text: string): boolean =>
  text.length <= 16 && hasAny(text, YES) && !hasAny(text, ['不', '别', '算了', '吗']);
