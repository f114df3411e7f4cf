const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** Text without tags, entities, control characters and runs of white space, cut at `maxChars`; empty for what is no string. */
export function plainText(value: unknown, maxChars: number): string {
  if (typeof value !== 'string') return '';
  const source = value.slice(0, maxChars * 10); // what is thrown away below is worth no more reading
  const text = withoutTags(source)
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}

/** `<` opens a tag only before a letter, `/` or `!`, as in HTML; "a < b" stays. */
function withoutTags(source: string): string {
  let text = '';
  let at = 0;
  for (;;) {
    const open = source.indexOf('<', at);
    if (open === -1) return text + source.slice(at);
    text += source.slice(at, open);
    if (!/[a-z/!]/i.test(source.charAt(open + 1))) {
      text += '<';
      at = open + 1;
      continue;
    }
    const close = source.indexOf('>', open);
    if (close === -1) return text;
    text += ' ';
    at = close + 1;
  }
}
