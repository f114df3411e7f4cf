/** Tokens of chat templates that end a turn and sometimes leak into the text. */
const ENDS = [
  ...'im_end|im_start|eot_id|eom_id|end|return|call|endoftext|end_of_text|eos|assistant|user|endofprompt|EOT|END_OF_TURN_TOKEN'
    .split('|')
    .map((name) => `<|${name}|>`),
  '<｜end▁of▁sentence｜>',
  '<|end▁of▁sentence|>',
  '</s>',
  '<eos>',
  '<end_of_turn>',
  '[/INST]',
];
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
    const token = ENDS.find((end) => rest.endsWith(end));
    if (token === undefined) return rest;
    rest = rest.slice(0, -token.length).trimEnd();
  }
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
    const token = ENDS.find((end) => text.startsWith(end, at));
    if (token === undefined) continue;
    let next = at + token.length;
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
    (part.startsWith('analysis') ? reasoning : shown).push(content);
  }
  return { text: shown.join('\n'), reasoning: reasoning.join('\n') };
}
