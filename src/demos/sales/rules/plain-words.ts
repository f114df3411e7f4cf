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
  出 来 求 列 列出 给出 显示
`
  .split(/\s+/)
  .filter(Boolean)
  .sort((a, b) => b.length - a.length); // the longer reading first

/** What stays of a text when the plain words are gone: maybe a name, or a part of one. */
export function leftovers(text: string): { word: string; after: string }[] {
  return [...maskPlainWords(text).matchAll(/\p{Script=Han}+/gu)].map((match) => ({
    word: match[0],
    after: text.slice(match.index + match[0].length),
  }));
}

function maskPlainWords(text: string): string {
  let masked = '';
  let at = 0;
  while (at < text.length) {
    const word = PLAIN_WORDS.find((candidate) => text.startsWith(candidate, at));
    masked += word ? ' '.repeat(word.length) : text.charAt(at);
    at += word?.length ?? 1;
  }
  return masked;
}
