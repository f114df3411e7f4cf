/** Longest statement, in UTF-16 units. */
export const MAX_STATEMENT_CHARS = 4000;

const VERBS =
  /^(?:select|with|values|insert|replace|update|delete|create|drop|alter|attach|detach|pragma|vacuum|explain|begin|commit|rollback|savepoint|release|reindex|analyze|load)$/i;

/** Whether the text begins like SQL, whatever it would do; anything else is a description in words. */
export function looksLikeSql(text: string): boolean {
  const { firstWord } = scan(text);
  return VERBS.test(firstWord);
}

/**
 * What is wrong with the text of a statement before a database sees it, in Chinese for the model; undefined when it is one
 * SELECT or WITH. The driver drops a second statement silently, so it has to be found here.
 */
export function textProblem(sql: string): string | undefined {
  if (sql.length > MAX_STATEMENT_CHARS) return `语句有 ${sql.length} 个字符，最多 ${MAX_STATEMENT_CHARS} 个`;
  const { firstWord, statements, unclosed, control } = scan(sql);
  if (control) return '语句里有控制字符';
  if (unclosed) return `语句里有没有结束的${unclosed}`;
  if (statements === 0) return '语句是空的';
  if (statements > 1) return '一次只能执行一条语句';
  if (!/^(?:select|with)$/i.test(firstWord)) return `不允许 ${firstWord.slice(0, 20).toUpperCase() || '这样的语句'}`;
  return undefined;
}

interface Scan {
  firstWord: string;
  statements: number;
  unclosed?: string;
  control: boolean;
}

const CLOSERS: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' };

/** One pass over the text that knows strings, quoted names and comments. */
function scan(text: string): Scan {
  const result: Scan = { firstWord: '', statements: 0, control: hasControl(text) };
  let inStatement = false;
  for (let at = 0; at < text.length;) {
    const skipped = skipBlank(text, at);
    if (skipped === -1) return { ...result, unclosed: '注释' };
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const char = text.charAt(at);
    if (char === ';') {
      inStatement = false;
      at += 1;
      continue;
    }
    if (!inStatement) {
      inStatement = true;
      result.statements += 1;
      if (result.statements === 1) result.firstWord = wordAt(text, at);
    }
    const closer = CLOSERS[char];
    const end = closer ? text.indexOf(closer, at + 1) : at;
    if (end === -1) return { ...result, unclosed: char === "'" ? '字符串' : '名称' };
    at = end + 1; // a doubled quote is read as two strings side by side, which ends at the same place
  }
  return result;
}

/** The position after white space or a comment at `at`; `at` when there is none, -1 when a comment does not end. */
function skipBlank(text: string, at: number): number {
  if (/\s/.test(text.charAt(at))) return at + 1;
  if (text.startsWith('--', at)) {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end + 1;
  }
  if (!text.startsWith('/*', at)) return at;
  const end = text.indexOf('*/', at + 2);
  return end === -1 ? -1 : end + 2;
}

function wordAt(text: string, at: number): string {
  let end = at;
  while (end < text.length && /[A-Za-z_]/.test(text.charAt(end))) end += 1;
  return text.slice(at, end);
}

function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return true;
  }
  return false;
}
