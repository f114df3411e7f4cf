interface Token {
  readonly text: string;
  /** What stands before it, up to the token before. */
  readonly before: string;
}

/** Between a label and its code: 单号是：# */
const FILLERS = new Set([...' :#"\'是为号编码叫,的([“《']);
const MAX_CODE_CHARS = 32;

export interface Labels {
  /** Words before a code of the kind that is looked for: 订单. */
  readonly wanted: readonly string[];
  /** Words before a code of another kind: 运单. */
  readonly other?: readonly string[];
}

/**
 * The codes that a text names, in order, in upper case, without repeats: letters and then at least three digits (`PO0012`), or whatever
 * has a digit and stands behind a wanted label (订单号是 12).
 */
export function codesIn(text: string, labels: Labels): readonly string[] {
  const codes = tokensOf(text.normalize('NFKC')).filter((token) => isCode(token, labels));
  return [...new Set(codes.map((token) => token.text.toUpperCase()))];
}

function isCode({ text, before }: Token, { wanted, other = [] }: Labels): boolean {
  const digits = [...text].filter(isDigit).length;
  if (digits === 0 || text.length > MAX_CODE_CHARS) return false;
  const label = withoutFillers(before);
  if (other.some((end) => label.endsWith(end))) return false;
  if (wanted.some((end) => label.endsWith(end))) return true;
  return digits >= 3 && !isDigit(text.charAt(0)) && isDigit(text.charAt(text.length - 1));
}

function withoutFillers(before: string): string {
  let end = before.length;
  while (end > 0 && FILLERS.has(before.charAt(end - 1))) end -= 1;
  return before.slice(Math.max(0, end - 8), end);
}

/** Runs of Latin letters and digits; a dash inside belongs to them. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let before = '';
  let token = '';
  for (const character of [...text, ' ']) {
    if (isLetter(character) || isDigit(character) || (character === '-' && token !== '')) {
      token += character;
      continue;
    }
    if (token !== '') {
      tokens.push({ text: token, before });
      before = '';
      token = '';
    }
    before += character;
  }
  return tokens;
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9';
const isLetter = (character: string): boolean =>
  (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
