/** Longest text that a log line shows. */
const MAX_CHARS = 2_000;

/** Each pattern has one bounded run after a fixed start, so that none can backtrack. */
const SECRETS: readonly [RegExp, string][] = [
  [/\b(sk|pk|ak|key|ghp|xox[abp])[-_][A-Za-z0-9_-]{12,200}/g, '[key]'],
  [/\bBearer [A-Za-z0-9._~+/=-]{8,2000}/gi, 'Bearer [key]'],
  [
    /("?(?:password|passwd|secret|token|api_?key|authorization|密码)"?\s{0,3}[:=：]\s{0,3})"?[^\s",;，}]{1,200}"?/gi,
    '$1[hidden]',
  ],
  [/\b[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}\b/g, '[email]'],
  [/(?<!\d)1[3-9]\d{9}(?!\d)/g, '[phone]'],
  [/(?<!\d)\d{17}[\dXx](?![\dXx])/g, '[id number]'],
];

/** A text for a log line: keys, tokens, e-mail addresses, phone and identity numbers hidden, long text cut. */
export function redact(text: string, maxChars = MAX_CHARS): string {
  let shown = text.length > maxChars ? `${text.slice(0, maxChars)}… (${text.length} characters)` : text;
  for (const [pattern, instead] of SECRETS) shown = shown.replace(pattern, instead);
  return shown;
}
