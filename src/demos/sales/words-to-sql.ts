import type { Message } from '../../index';
import { SCHEMA } from './sales-schema';

/** First line of the prompt, by which the offline demo rules know it. */
export const SQL_PROMPT_TITLE = '把用户的描述写成一条 SQL 查询。';

/** Asks for SQL that answers a description. The description is the user message and never part of the instructions. */
export const sqlPrompt = (words: string, dialect: string): Message[] => [
  {
    role: 'system',
    content: `${SQL_PROMPT_TITLE}
数据库：${dialect}
表结构：
${SCHEMA}
要求：只输出一条 SELECT（或 WITH … SELECT）语句，不要解释；只用上面的表和列；没有说明年份时取数据里最新的年份；不清楚名称时用 LIKE。`,
  },
  { role: 'user', content: words },
];

/** The statement in a reply: without reasoning, code fence and prose around the fence. */
export function sqlFromReply(reply: string): string {
  const thinkEnd = reply.lastIndexOf('</think>');
  const text = thinkEnd === -1 ? reply : reply.slice(thinkEnd + '</think>'.length);
  const open = text.indexOf('```');
  if (open === -1) return text.trim();
  const close = text.indexOf('```', open + 3);
  const inside = close === -1 ? text.slice(open + 3) : text.slice(open + 3, close);
  const start = inside.trimStart();
  return (/^(?:sql|sqlite|postgresql|postgres)\s/i.test(start) ? start.slice(start.search(/\s/)) : start).trim();
}
