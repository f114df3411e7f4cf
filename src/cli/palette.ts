/** What a text is, for the eye. */
export type Tone = 'thought' | 'answer' | 'tool' | 'note' | 'fault';

const CODES: Readonly<Record<Tone, readonly [on: string, off: string] | undefined>> = {
  thought: ['\u001b[2m', '\u001b[22m'],
  answer: undefined,
  tool: ['\u001b[36m', '\u001b[39m'],
  note: ['\u001b[2m', '\u001b[22m'],
  fault: ['\u001b[31m', '\u001b[39m'],
};

export type Paint = (tone: Tone, text: string) => string;

export const withColours: Paint = (tone, text) => {
  const codes = CODES[tone];
  return codes && text !== '' ? `${codes[0]}${text}${codes[1]}` : text;
};

export const withoutColours: Paint = (_, text) => text;
