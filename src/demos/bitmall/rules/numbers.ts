/** The numbers that a text names, in order, without repeats. */
export interface NamedNumbers {
  readonly orders: readonly string[];
  readonly parcels: readonly string[];
}

interface Token {
  readonly text: string;
  /** What stands before it and after it, up to the next token. */
  readonly before: string;
  readonly after: string;
}

const PARCEL_LABELS = ['运单', '快递单', '物流单', '快递', '物流'];
const ORDER_LABELS = ['订单', '单'];
/** Between a label and its number: 订单号是：#… */
const FILLERS = new Set([...' :#"\'是为号编码叫,的([“《']);
const NOT_ORDERS_BEFORE = ['手机', '电话', '¥', '微信', 'qq'];
/** They begin like a unit and are none: 分别到哪了. */
const NO_UNITS = ['分别', '分开', '分批', '分两', '分成', '天天', '年前', '年底', '月底', '月初', '日常', '日前'];
const NOT_ORDERS_AFTER = ['元', '块', '天', '年', '月', '日', '分', '%', '小时'];

export function numbersIn(text: string): NamedNumbers {
  const orders = new Set<string>();
  const parcels = new Set<string>();
  for (const token of tokensOf(text.normalize('NFKC'))) {
    const kind = kindOf(token);
    if (kind === 'order') orders.add(token.text);
    else if (kind === 'parcel') parcels.add(token.text.toUpperCase());
  }
  return { orders: [...orders], parcels: [...parcels] };
}

function kindOf({ text, before, after }: Token): 'order' | 'parcel' | undefined {
  const digits = [...text].filter(isDigit).length;
  if (digits === 0 || text.length > 32) return undefined;
  const label = withoutFillers(before);
  if (PARCEL_LABELS.some((end) => label.endsWith(end)) && digits >= 5) return 'parcel';
  if (ORDER_LABELS.some((end) => label.endsWith(end))) return 'order';
  const isPlain = digits === text.length;
  if (!isPlain) return digits >= 8 ? 'parcel' : undefined;
  const isElse = NOT_ORDERS_BEFORE.some((end) => label.endsWith(end)) || isUnit(after.trimStart());
  return digits >= 5 && digits <= 12 && !isElse ? 'order' : undefined;
}

const isUnit = (after: string): boolean =>
  NOT_ORDERS_AFTER.some((unit) => after.startsWith(unit)) && !NO_UNITS.some((word) => after.startsWith(word));

function withoutFillers(before: string): string {
  let end = before.length;
  while (end > 0 && FILLERS.has(before[end - 1] ?? '')) end -= 1;
  return before.slice(Math.max(0, end - 8), end).toLowerCase();
}

/** Runs of Latin letters and digits; a dash inside belongs to them. */
function tokensOf(text: string): Token[] {
  const parts: string[] = [''];
  for (const character of text) {
    const last = parts.length - 1;
    const joins = isWord(character) || (character === '-' && last % 2 === 1);
    if (joins === (last % 2 === 1)) parts[last] += character;
    else parts.push(character);
  }
  // parts alternate: text between tokens at even places, tokens at odd ones
  const tokens: Token[] = [];
  for (let place = 1; place < parts.length; place += 2) {
    tokens.push({ text: parts[place] ?? '', before: parts[place - 1] ?? '', after: parts[place + 1] ?? '' });
  }
  return tokens;
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9';
const isWord = (character: string): boolean =>
  isDigit(character) || (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
