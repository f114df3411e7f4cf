/** Asks for a change. The tools only read, so such a wish is declined before anything else is understood in it. */
const CHANGES =
  /删除|删掉|删去|删了|清空|清除|清零|抹掉|去掉|移除|销毁|重置|覆盖|修改|改[为成到掉]|改一下|改动|更正|更新(?!到|于|时间|日期)|替换|导入|录入|写入|插入|添加|作废|撤销|设[为置成]|调[整成到]|上调|下调|(?:新增|增加|加|补)[一1两几]?[条笔行]|\b(?:delete|drop|truncate|insert|update|alter|erase|wipe|remove|overwrite|reset)\b/i;
/** Asks about changes, as in a regulation, and for none. */
const ABOUT_CHANGES = /多久|什么时候|为什么|规定|制度|政策|要求|合规|搜索|检索|查一下资料/;

/** The words that ask for a change of the data; undefined when there are none. */
export function changeIn(text: string): string | undefined {
  return ABOUT_CHANGES.test(text) && !/销售|数据|记录/.test(text) ? undefined : CHANGES.exec(text)?.[0];
}

const TIMES: readonly [pattern: RegExp, say: (found: string) => string][] = [
  [
    /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|(?:(?:\d{1,2}|[一二三四五六七八九十]{1,3})月)?(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号]|[今昨前明]天|[每按逐各]个?[天日]|[\d一二两三几]天|[上本这每下按]个?周(?!年)|\d周|周[一二三四五六日末]|星期|礼拜|小时/,
    (found) => `销售数据只按月记录，没有到“${found}”这样细的数据。可以问某个月、某个季度或某一年。`,
  ],
  [
    /第(?:[五六七八九十]|[05-9]|\d\d)个?季度?|(?<!\d)(?:[五六七八九十]|[05-9]|[1-9]\d)季度?|[Qq](?:[05-9]|[1-9]\d)(?!\d)/,
    (found) => `一年只有四个季度，没有“${found}”，所以无法回答。`,
  ],
  [
    /(?<!\d)(?:1[3-9]|[2-9]\d|00?)月|十[三四五六七八九]月|[二三四五六七八九]十[一二三四五六七八九]?月|\d{4}[-/](?:1[3-9]|[2-9]\d|00)(?!\d)/,
    (found) => `一年只有十二个月，没有“${found}”，所以无法回答。`,
  ],
];

/** Why there can be no rows for a time that the text names; undefined when there can be. */
export function impossibleTime(text: string): string | undefined {
  for (const [pattern, say] of TIMES) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return say(found);
  }
  return undefined;
}
