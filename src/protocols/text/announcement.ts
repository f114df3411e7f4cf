const OPENINGS =
  "now i need to|next i need to|i need to|i should|i would|i will|i'll|i am going to|i'm going to|i have to|i must|let me|let's|first, i|first i|next, i|我需要|我应该|我要|我会|我来|我将|让我|接下来我|接下来|首先我".split(
    '|',
  );
const WORK =
  'query|search|look up|look it up|look at|check|call|use|update|run|fetch|calculate|compute|read|find|get|查询|搜索|查一下|查找|查看|调用|使用|计算|检查|读取|获取'.split(
    '|',
  );

const MAX_CHARS = 160;

/**
 * `I would query the database next.` announces work instead of doing it: taken for the answer, it ends the run with nothing.
 * Only short statements of intent count; a question to the user is an answer.
 */
export function announcesWork(text: string): boolean {
  const sentence = text.trim().toLowerCase();
  if (sentence.length > MAX_CHARS || sentence.includes('\n') || /[?？]/.test(sentence)) return false;
  const opening = OPENINGS.filter((candidate) => sentence.startsWith(candidate)).sort((a, b) => b.length - a.length)[0];
  if (opening === undefined) return false;
  const rest = sentence
    .slice(opening.length)
    .replace(/^\s?(?:need to|will|should|now|first|next)?\s?/, '')
    .trimStart();
  return WORK.some((verb) => rest.startsWith(verb) || (isCjkVerb(verb) && rest.slice(0, 12).includes(verb)));
}

const isCjkVerb = (verb: string): boolean => verb > '一';
