const list = (...lines: string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

// What customers write, in NFKC and lower case. Each list is one meaning; order does not matter.

export const FAULT = list(
  '坏 故障 不回充 充不 不充电 不通电 开不了机 不开机 打不开 不工作 不转 不动了 动不了 不出',
  '失灵 异响 漏水 漏电 冒烟 质量 报错 修不好 没反应 死机 断电 不亮 破损 破了 断裂 裂了 碎了',
  '有问题 出问题 出了问题 毛病 瑕疵 用不了 不能用 没法用 不好使 不灵 自动关机 连不上 吸不 不吸',
  '卡住 发烫 罢工 停机 噪音 找不到充电座 不启动 启动不了 broken defect',
);

/** A fault without a symptom that an article could explain. */
export const VAGUE_FAULT = list(
  '坏了 坏掉 坏的 坏 故障 质量 有问题 出问题 出了问题 毛病 瑕疵 用不了 不能用 没法用 不好使 罢工 修不好 broken defect',
);

/** They hold words of FAULT but deny it. */
export const NO_FAULT = list(
  '没坏 没有坏 不是坏 不是质量 没有质量 没质量 无质量 没有故障 没故障 没有问题 没问题',
  '没有任何问题 没毛病 没有毛病 不是故障 质量没 质量很好 质量挺好 质量不错 没有出问题 没出问题',
  '没破损 没有破损',
);

export const CHANGE_OF_MIND = list(
  '不想要 不要了 不喜欢 买错 买多 拍错 买重 不需要 用不上 用不着 后悔 无理由 不合适 不满意',
  '不想用 改主意 改变主意 闲置 买贵 没拆 未拆 冲动 太大 太小',
);

/** Said of an order that is not named, they still ask to return it. */
export const UNWANTED = list('不想要 不要了 不喜欢 买错 拍错 后悔');

export const RETURN = list('退 还钱 把钱还 refund return');

/** They hold words of RETURN but ask for nothing of the kind. */
export const NO_RETURN = list(
  '不想退 不退了 先不退 先别退 别退 不用退 不要退 取消退 不是要退 没想退 不打算退 退出 退订',
  '撤销退 撤回退 退款取消 退款撤 退货取消 退货撤',
);

/** Takes a refund back. */
export const WITHDRAW = list(
  '不想退 不退了 先不退 先别退 别退 不用退 不要退 取消退 撤销退 撤回退 退款取消 退款撤 退货取消 退货撤',
);

export const CANCEL = list('取消 撤单 cancel');

/** Asks whether, not to do it. */
export const MAY_I = list('能退 能不能 可以退 可不可以 能否 是否 还能 还可以 能申请 可以申请 支持退 符合');

/** Asks to do it. */
export const DO_IT = list(
  '我要退 想退 要退 帮我 给我 帮忙 麻烦 请退 退了吧 退掉吧 提交 办理 办一下 退一下 直接退',
  '希望 把钱 想把 我要申请 我申请 申请一下 please want',
);

/** They hold words of DO_IT but only ask to look. */
export const LOOK = list('帮我看 帮我查 帮我问 帮忙看 帮忙查 麻烦看 麻烦查 麻烦问 给我看 给我查');

/** Asks how to return this very order, not about the rules around it. */
export const HOW_TO_RETURN = list('怎么退 怎样退 如何退 怎么申请退 如何申请退 怎么办理退 怎么才能退 退款怎么 退货怎么');

/** Asks about the rules; 前几天 is no question. */
export const HOW = list('怎么 怎样 如何 政策 规则 规定 条件 几天 多久 多少 谁 什么 how');
export const NOT_HOW = list('前几天 这几天 没几天 过几天 为什么 没什么');

export const REFUND_PROGRESS = list(
  '到账 进度 退到哪 款到哪 退好 什么时候退 多久退 还没退 没收到退 退款单 退款状态 退成功',
  '退款到了 退款什么时候到 还不退 查退款 退款怎么样 处理得怎么样 处理到 受理了 退下来',
);

/** Progress too, unless the customer asks to do it: 能帮我把它退了吗. */
export const MAYBE_PROGRESS = list('退了吗 退了没');
export const ASKS_TO_ACT = list('能 把');

export const PARCEL = list(
  '快递 物流 到哪 发货 运单 派送 配送 包裹 送到 送达 什么时候到 啥时候到 几时到 什么时候能到',
  '到了吗 到了没 几号到 几号能到 哪天到 哪天能到 多久到 寄到 寄出 在途 签收了吗 谁签收 运输 收到货 发出 走到 parcel package deliver shipping where',
);

/** Of one's own parcel, whoever says it. */
export const MY_PARCEL = list(
  '什么时候送 几时送 啥时候送 什么时候到 啥时候到 几时到 到哪了 到哪里了 送到了吗 到了吗 到了没',
);

export const ORDER = list(
  '订单状态 查订单 查一下订单 查下订单 订单详情 订单信息 看看订单 看下订单 看一下订单 我的订单',
);

/** Asks for all orders at once. */
export const ORDER_LIST = list(
  '哪些订单 哪几个订单 几个订单 几笔订单 多少订单 多少个订单 多少笔订单 什么订单 所有订单 所有的订单 全部订单',
  '全部的订单 最近订单 最近的订单 订单列表 订单记录 列出订单 列出我的订单 历史订单 买过什么 买了什么 买过哪些 买了哪些 my orders',
);

/** What an order itself says. */
export const ORDER_FACTS = list(
  '多少钱 价钱 价格 什么价 金额 付了多少 花了多少 什么时候买 哪天买 什么时候下单 哪天下单 什么状态 是什么 买的什么',
);

/** Points at the order that was spoken of. */
export const THAT_ORDER = list(
  '它 这单 那单 这个 那个 这笔 那笔 这件 那件 这台 那台 该订单 这订单 那订单 刚才 刚刚 此单',
);

export const TIME = list('几点 几号 星期几 周几 礼拜几 现在时间 当前时间 今天日期 今天的日期 现在是什么时候');

/** Subjects of the shop on which its knowledge base may have an article. */
export const SUBJECTS = list(
  '发票 抬头 税号 专票 报销 保修 质保 维修 修 会员 等级 积分 优惠 券 价保 价格 降价 差价',
  '安装 滤 滚刷 边刷 耗材 电池 续航 充电 回充 配网 wifi app 地图 定位 吸力 异响 运费',
  '邮费 包邮 地址 换货 退 规则 政策 规定 赠品 配件 官翻 取消 过热 售后 清洗 保养 拒收 水箱',
);

/** Subjects that are a question of their own beside an order. */
export const ASIDE = list(
  '发票 抬头 税号 专票 报销 保修 质保 会员 等级 积分 优惠 券 价保 降价 差价 安装 运费 邮费 包邮 赠品 官翻 换货',
);
export const ASKS = list('怎么 怎样 如何 多久 多少 谁 什么 哪 几 吗 能不能 可不可以 是否 问');

/** The product stays, only money is asked back. */
export const PRICE_GAP = list('差价 价保 保价 降价 价格保护');

/** Asks to look at an order, whatever else is asked. */
export const LOOK_UP = list('查 看看 看下 看一下');

/** Every question has some of them, so they are no topic. */
export const ASKING = list(
  '请问一下 请问 问一下 问下 问问 想问 顺便 另外 还有 对了 帮我 帮忙 麻烦 给我 告诉我 查一下 查下 看一下 看看 看下',
  '怎么办 怎么样 怎么 怎样 多久 多少钱 多少 时候 谁 申请 如何 什么 为什么 可以 能不能 可不可以 是否 能否 你好 您好 谢谢 你们 我们 我的 我要 我想 我 你 您',
  '订单号 订单 单号 这个 那个 这单 那单 这笔 它 的 了 吗 呢 吧 啊 呀 那 这 how the',
);

/** Somebody's own matter, so that an order number is needed. */
export const PERSONAL = list('我 帮 查一下 查下 查询');

export const YES = list('没错 好 是 嗯 可以 行 要 对 提交 办理 确认 申请 ok yes 需要 同意');

export const NO = list('不是 没有 没 否 未 no');

/** What it means that a product is opened, activated or engraved: `of` is how an article names it. */
export const STATES: readonly State[] = [
  {
    of: list('拆 开封'),
    said: list('拆封 拆开 拆了 已拆 拆过 拆掉 开封 开过封 打开过 打开了 用过 用了 试用 使用过 opened'),
    denied: list(
      '没拆 未拆 没有拆 没开封 未开封 没有开封 没打开 没有打开 没用过 没有用过 没用 未使用 没使用 没有使用 不是拆 全新 unopened',
    ),
  },
  {
    of: list('激活'),
    said: list('激活 兑换了 兑换过 用过 用了 使用过'),
    denied: list('没激活 未激活 没有激活 没兑换 没有兑换 没用过 没有用过 未使用 没使用 没有使用'),
  },
  {
    of: list('刻字 定制'),
    said: list('刻字 刻了 刻名 定制 订制 engraved'),
    denied: list('没刻 没有刻 未刻 不刻 不是定制 非定制 没定制 没有定制'),
  },
];

export interface State {
  readonly of: readonly string[];
  readonly said: readonly string[];
  readonly denied: readonly string[];
}

/** Goods that a word for their kind means too. */
export const KINDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['耗材', list('滤网 滤芯 边刷 滚刷 尘袋 清洁液 抹布')],
]);
/** Any product. */
export const GOODS = list('商品 产品 物品 东西');

export const hasAny = (text: string, words: readonly string[]): boolean => words.some((word) => text.includes(word));

export const without = (text: string, words: readonly string[]): string =>
  words.reduce((rest, word) => rest.replaceAll(word, ' '), text);
