import { without, words } from '../../reading/words';
import { ALL_DAYS, DAY_WORDS } from './day-words';

/** Words of questions about temperatures that are no part of a city's name. */
const PLAIN = words(
  '气温 温度 天气 温差 摄氏度 多少度 几度 度数 最高 最低 最冷 最热 平均 相差 差距 差多少 差几 差别 高多少 高几 低多少 低几 降温 升温',
  '变化 变冷 变热 变暖 冷多少 热多少 冷几 热几 更冷 更热 更暖 更凉 更高 更低 比较冷 比较热 暖和 凉快 冷不冷 热不热 怎么样 怎样 如何',
  '请问 帮我 帮忙 麻烦 告诉我 想知道 我想 查询 查一下 查下 查查 看一下 看看 看下 看 查 一下 多少 什么 哪个 哪里 哪边 哪儿 哪一个 哪',
  '是多少 分别 各是 各自 城市 地方 一点 一些 还是 以及 还有 比起 相比 对比 计算 算一下 算算 算 会不会 是不是 有没有 的话 之间 预计 预报',
  '大概 大约 那么 你好 您好 谢谢 我们 这里 这边 那边 和它 比它 它 谁 几 呢 吗 差',
);
const MIN_CHARS = 2;
const MAX_CHARS = 8;
const CONNECTORS = new Set('和跟与及比到');
const LEADING = new Set([...CONNECTORS, ...'的是有会那在从就还也请问我你您要对说把让给去']);
const TRAILING = new Set([...CONNECTORS, ...'的是有会吧啊呀了多高低冷热暖凉得里市度下要有']);
const NO_NAME = new Set([...LEADING, ...TRAILING, ...'降升变差几个天']);

/** What may be cities, in order, without repeats. The tool says whether they are; rules know none. */
export function cityNamesIn(text: string): readonly string[] {
  const rest = without(text, [...PLAIN, ...DAY_WORDS.keys(), ...ALL_DAYS]);
  const runs = rest.match(/\p{Script=Han}+/gu) ?? [];
  const names = runs.flatMap(split).map(trimmed);
  return [...new Set(names)].filter(isName);
}

const isName = (name: string): boolean =>
  name.length >= MIN_CHARS && name.length <= MAX_CHARS && ![...name].every((character) => NO_NAME.has(character));

/** At 和 and its like, where a name can be on both sides: not inside one that holds such a character. */
function split(run: string): readonly string[] {
  const names: string[] = [];
  let name = '';
  const whole = trimmed(run);
  let left = whole.length;
  for (const character of whole) {
    left -= 1;
    if (CONNECTORS.has(character) && name.length >= MIN_CHARS && left >= MIN_CHARS) {
      names.push(name);
      name = '';
    } else name += character;
  }
  return [...names, name];
}

function trimmed(name: string): string {
  let [start, end] = [0, name.length];
  while (end - start > MIN_CHARS && TRAILING.has(name.charAt(end - 1))) end -= 1;
  while (end - start > MIN_CHARS && LEADING.has(name.charAt(start))) start += 1;
  return name.slice(start, end);
}
