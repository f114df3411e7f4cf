/** Words of questions that name no region and no product. */
const PLAIN_WORDS = `
  请问 帮我 帮忙 麻烦 告诉我 告诉 我想知道 想知道 我想 了解 查询 查一下 查查 看一下 看看
  统计 分析 我们公司 咱们公司 本公司 公司 我们 咱们 我司 整个 整体 全公司 全部 所有 全国
  合计 总共 一共 总计 累计 共计 总销售额 销售总额 销售额 销售量 销售 销量 营业额 营收 收入
  业绩 成交额 成交 流水 卖出去 卖出 卖掉 卖得 卖的 卖了 卖 金额 数据 数字 情况 总额 总量
  总数 总 季度 月份 年份 年度 全年 一年 个月 一个 同期 去年 今年 前年 上年 同比 环比
  相比 相较 对比 比较 比起 比 较 于 增长率 增长了 增长 增幅 增速 增加 净增 上升 上涨
  提高 提升 涨幅 涨 下降 下滑 减少 降幅 降低 跌 变化 百分比 百分点 百分之几 百分之多少
  百分之 比例 幅度 差额 相差 差距 差 平均 月均 季均 年均 占比 占总 占全 占 比重 份额
  最高 最低 最多 最少 最大 最小 最好 最差 最畅销 第一 冠军 排名 排行 前三 前两 名 倒数
  垫底 各个 各 每个 每 分别 按照 按 逐 明细 分布 哪个 哪一个 哪些 哪 什么 怎么样 怎样
  如何 怎么 多少钱 多少 几个 几 是不是 是否 是 有没有 有 为 达到 做到 做了 做 完成 实现
  大区 地区 区域 片区 产品 商品 品类 时候 时间 期间 台 件 套 元 块钱 钱 万 多了 少了
  多 少 高 低 好 那么 那 这个 这 然后 并且 而且 以及 还有 和 与 跟 同 及 或 在 从
  到 至 里 中 内 的 地 得 了 吗 呢 吧 啊 呀 请 我 你 您 它 他 也 都 又 再 会 能
  可以 要 想 把 被 对 给 用 以 之 个 年 月 季 日 一下 一 两 下 上 前 后 间 问 算
  出 来 求 列 列出 给出 显示 区 市场 做出 取得 赚了 赚 进账 共 共有 过 着 就 还是 还 只 将 由 于 所
  自 截至 截止 为止 目前 现在 当前 历史 历年 整年 当年 该 此 其 一起 下面 以下 如下 具体 详细 大概 大约
  左右 差不多 知道 看下 看 说一下 说说 说 讲讲 介绍 汇总 报一下 报告 报表 对了 好的 谢谢 您好 你好 想问 问一下 需要
  老板 领导 经理 结果 表现 走势 趋势 增减 变动 升降 涨跌 涨了 跌了 起来 起伏 幅 率 同期 相差 相比较 之间 两者 二者 哪里 哪种
  种 卖多少 卖出了 售出 销出 收了 记录 数值 数量 台数 件数 谁 最强 最弱 最淡 淡季 旺季 多卖 少卖 增加额 增长额
  贡献 百分 全 占了 占到 前者 后者 分开 拆分 排序 依次 各自 吗 呗 哦 嘛 么 啥 咋样 咋 如何 是什么 什么样
`
  .split(/\s+/)
  .filter(Boolean)
  .sort((a, b) => b.length - a.length); // the longer reading first

const ENGLISH_WORDS = new Set(
  (
    'a about all an and are as average best between biggest by change changed company compare compared comparison decline ' +
    'decrease did do does each earned figure figures for from give go growth grow grew has have highest how i in income ' +
    'increase increased is it last least list lowest made make many me mean month monthly months most much net number of on ' +
    'our over overall per percent percentage period please product products quarter quarterly quarters rate region regional ' +
    'regions revenue same sale sales sell share show sold than the their these this those to top total totals turnover units ' +
    'up us versus vs was we were what which with worst year yearly years yoy'
  ).split(' '),
);

const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });

export interface Leftover {
  /** Without the plain words in it: maybe a name, or a part of one. */
  readonly core: string;
  /** As it stands in the text, whole: "上" is a plain word, but not in 上海. */
  readonly word: string;
}

/**
 * What stays of a text when the plain words are gone.
 * @param whole the text before names and periods were blanked in it, of the same length
 */
export function leftovers(text: string, whole = text): Leftover[] {
  const found: (Leftover & { readonly end: number })[] = [];
  for (const match of maskPlainWords(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    const [from, to] = [match.index, match.index + match[0].length];
    const { start, end } = wholeWord(text, whole, from, to);
    const before = found.at(-1);
    // 竞争对手 is two words side by side, of which one has a plain word in it
    if (before && before.end >= start) {
      found.splice(-1, 1, { core: before.core + match[0], word: before.word + text.slice(before.end, end), end });
    } else {
      found.push({ core: match[0], word: text.slice(start, end), end });
    }
  }
  return found;
}

function wholeWord(text: string, whole: string, from: number, to: number): { start: number; end: number } {
  let [start, end] = [from, to];
  for (const { index, segment } of SEGMENTER.segment(whole)) {
    const last = index + segment.length;
    const isInside = index < to && last > from && !text.slice(index, last).includes(' ');
    if (isInside) [start, end] = [Math.min(start, index), Math.max(end, last)];
  }
  return { start, end };
}

function maskPlainWords(text: string): string {
  let masked = '';
  let at = 0;
  while (at < text.length) {
    const word = plainWordAt(text, at);
    masked += word ? ' '.repeat(word.length) : text.charAt(at);
    at += word?.length ?? 1;
  }
  return masked;
}

/** A number only says how many rows of a ranking are asked for; any other is not understood. */
const TOP = /前 ?[一二两三四五六1-6](?!\d)(?:名|位|大)?/y;
const LATIN = /[A-Za-z]+/y;

function plainWordAt(text: string, at: number): string | undefined {
  TOP.lastIndex = LATIN.lastIndex = at;
  const top = TOP.exec(text)?.[0];
  if (top !== undefined) return top;
  const latin = /[A-Za-z0-9]/.test(text.charAt(at - 1)) ? undefined : LATIN.exec(text)?.[0];
  if (latin !== undefined && ENGLISH_WORDS.has(latin.toLowerCase())) return latin;
  return PLAIN_WORDS.find((candidate) => text.startsWith(candidate, at));
}
