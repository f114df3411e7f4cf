const LENGTH = 64;

/** The answer of `/embeddings`: a text's vector depends on its characters alone, and texts that share words are close. */
export function embeddingsBody(body: unknown): object {
  const { input, model } = (body ?? {}) as { input?: unknown; model?: unknown };
  const texts = (Array.isArray(input) ? input : [input]).map(String);
  return {
    object: 'list',
    model: typeof model === 'string' ? model : 'scripted',
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
    usage: { prompt_tokens: texts.length, total_tokens: texts.length },
  };
}

/** Counts of hashed character pairs, scaled to length 1. */
function vectorOf(text: string): number[] {
  const vector = new Array<number>(LENGTH).fill(0);
  const letters = [...text.toLowerCase()];
  letters.forEach((letter, at) => {
    const hash = ((letter.codePointAt(0) ?? 0) * 31 + (letters[at + 1]?.codePointAt(0) ?? 0)) % LENGTH;
    vector[hash] = (vector[hash] ?? 0) + 1;
  });
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
