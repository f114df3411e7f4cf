/** Kinds of things that sales can be grouped by. */
export type Dimension = 'region' | 'product' | 'month' | 'quarter' | 'year';

export const DIMENSION_WORDS: readonly [Dimension, RegExp][] = [
  ['region', /大区|地区|区域|片区/],
  ['product', /产品|商品|品类/],
  ['quarter', /季度|(?<=[按各每])季/],
  ['month', /月份|月/],
  ['year', /年份|年度|哪一?年|(?<=[按各每])年/],
];

export const SALES_WORDS = /销售|销量|卖|营收|收入|业绩|成交|营业额|流水|sales|revenue/i;
export const UNIT_WORDS = /销量|多少[台件个套]|几[台件个套]|台数|件数|数量/;
export const GROWTH_WORDS = /增长|增幅|增速|涨|同比|环比|百分|下降|下滑|降幅|跌|变化|growth/i;
export const DIFFERENCE_WORDS =
  /差额|差多少|相差|差距|[多少高低]了?多少(?!百)|多卖|少卖|增[加长]了?多少[钱元万]|增加额|增长额|净增/;
export const PERCENT_WORDS = /百分|[率幅%％]/;
export const AVERAGE_WORDS = /平均|月均|季均|年均/;
export const SHARE_WORDS = /占比|占总|占了|占全|比重|份额|百分之几的/;
export const HIGHEST_WORDS = /最高|最多|最大|最好|最畅销|最强|第一|冠军|排名|排行|前[一二三四五123456]/;
export const LOWEST_WORDS = /最低|最少|最差|最小|最弱|垫底|倒数|最淡/;
export const COMPARING_WORDS = /比|较|差|vs/i;
export const BREAKDOWN_WORDS = /各|每|分别|按|逐|明细|分布/;
export const YEAR_ON_YEAR =
  /(?:[和与跟同比较]|相比|对比)?(?:去年|上年|上一年|前一年)的?(?:同期|同季度?|同月)|同比|(?:[和与跟同比较]|相比|对比)(?:去年|上年|上一年|前一年)(?!的?(?:第|[Qq一二三四五六七八九十1-9上下全]))/;
export const SAME_MONTHS_OF = /((?:20)?\d\d) ?年?的?同期/;
export const TWO_YEARS_BEFORE = /前年的?同期/;
export const STRETCH_BEFORE = /环比|(?:[和与跟同比较]|相比|对比)(?:上|前)一?个?(?:季度?|月)/;
/** What people ask a sales analyst and the tables do not hold. */
export const NOT_IN_TABLES = /利润|毛利|成本|客户|订单|库存|员工|预算|费用|退货率|明年|预测/;
export const SEARCH_WORDS =
  /搜索|搜一下|搜一搜|搜下|搜搜|检索|查一下资料|查资料|上网|是什么|什么是|为什么|介绍|哪些制度|制度|政策|规定|办法|市场|竞争|对手|总部|成立|质保|售后|渠道|包括哪些|合规|要求/;
