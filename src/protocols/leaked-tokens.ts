/** Tokens of chat templates that end a turn and sometimes leak into the text, beside those in `<|…|>`. */
const ENDS = ['</s>', '<eos>', '<end_of_turn>', '[/INST]'];
const MAX_TOKEN_CHARS = 40;

const STARTS = [
  '<|im_start|>assistant',
  '<|start_header_id|>assistant<|end_header_id|>',
  '<|start|>assistant',
  '<|assistant|>',
  '<｜Assistant｜>',
  '<|begin_of_text|>',
  '<start_of_turn>model',
  '<s>',
];

/** What a leaked token may begin with: a stream waits from here on. */
export const TOKEN_OPENERS = ['<|', '<｜', '</s>', '<eos>', '<end_of_turn>', '<start_of_turn>', '[/INST]'];

/** The text without tokens and white space at its end. */
export function stripEndTokens(text: string): string {
  let rest = text.trimEnd();
  for (;;) {
    const start = endTokenStart(rest);
    if (start < 0) return rest;
    rest = rest.slice(0, start).trimEnd();
  }
}

function endTokenStart(text: string): number {
  const plain = ENDS.find((end) => text.endsWith(end));
  if (plain !== undefined) return text.length - plain.length;
  const from = Math.max(0, text.length - MAX_TOKEN_CHARS);
  const at = text.slice(from).lastIndexOf('<');
  return at >= 0 && tokenEnd(text, from + at) === text.length ? from + at : -1;
}

/** Where the token at `at` ends, such as `<|im_end|>` or `<｜end▁of▁sentence｜>`; -1 when there is none. */
function tokenEnd(text: string, at: number): number {
  const plain = ENDS.find((end) => text.startsWith(end, at));
  if (plain !== undefined) return at + plain.length;
  const token = /^<([|｜])[A-Za-z_▁]{1,32}\1>/u.exec(text.slice(at, at + MAX_TOKEN_CHARS));
  return token ? at + token[0].length : -1;
}

export function stripStartTokens(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const token = STARTS.find((start) => rest.startsWith(start));
    if (token === undefined) return rest;
    rest = rest.slice(token.length).trimStart();
  }
}

/** A model that runs on after the end of its turn invents the next one: cut before it. */
export function cutAtNextTurn(text: string): string {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const end = tokenEnd(text, at);
    if (end < 0) continue;
    let next = end;
    while (next < text.length && text[next]!.trim() === '') next += 1;
    if (next >= text.length || STARTS_A_TURN.some((start) => text.startsWith(start, next))) return text.slice(0, at);
    at = next - 1;
  }
  return text;
}
const STARTS_A_TURN = ['<|im_start|>', '<|start_header_id|>', '<|user|>', '<start_of_turn>', '<s>'];

/** Channels of the harmony format (gpt-oss) that a server failed to take apart. */
export function splitChannels(text: string): { text: string; reasoning: string } | undefined {
  if (!text.startsWith('<|channel|>')) return undefined;
  const shown: string[] = [];
  const reasoning: string[] = [];
  for (const part of text.split('<|channel|>').slice(1)) {
    const message = part.indexOf('<|message|>');
    if (message < 0) continue;
    const body = part.slice(message + '<|message|>'.length);
    const end = body.indexOf('<|start|>');
    const content = stripEndTokens(end < 0 ? body : body.slice(0, end));
    const tool = recipientOf(part.slice(0, message));
    if (tool !== undefined) shown.push(`Action: ${tool}\nAction Input: ${content}`);
    else (part.startsWith('analysis') ? reasoning : shown).push(content);
  }
  return { text: shown.join('\n'), reasoning: reasoning.join('\n') };
}

/** `commentary to=functions.GetWeather <|constrain|>json` calls a tool. */
function recipientOf(header: string): string | undefined {
  const words = header.replaceAll('<|', ' <|').split(' ');
  return words.find((word) => word.startsWith('to='))?.slice(3);
}
