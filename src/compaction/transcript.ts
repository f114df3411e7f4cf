import type { Step } from '../core/run';
import { firstTokens } from '../tokens/first-tokens';
import type { CountTokens } from '../tokens/prompt-counter';

const MARK = ' […]';

/** Steps as plain text, oldest first, for a reader that knows no protocol; each is cut so that all fit into `maxTokens`. */
export function transcriptOf(steps: readonly Step[], maxTokens: number, count: CountTokens): string {
  const texts = steps.map(textOf);
  const whole = texts.reduce((sum, text) => sum + count(text) + 1, 0);
  if (whole <= maxTokens) return texts.join('\n');
  const share = Math.floor(maxTokens / Math.max(1, texts.length)) - 1;
  return texts.map((text) => cutToTokens(text, share, count)).join('\n');
}

/** The beginning of a text, as much as about `maxTokens` hold, with a mark where it was cut. */
export const cutToTokens = (text: string, maxTokens: number, count: CountTokens): string =>
  firstTokens(text, maxTokens, count, MARK);

function textOf({ index, decision, actions }: Step): string {
  const thought = decision.thought === '' ? '' : `: ${decision.thought}`;
  const deeds = actions.map(({ call, input, observation }) => {
    const given = JSON.stringify(input ?? call.input);
    return `  ${call.name} ${given} → ${observation?.content ?? '(no result)'}`;
  });
  const lines = decision.kind === 'malformed' ? ['  (a reply that could not be read)'] : deeds;
  return [`Step ${index}${thought}`, ...lines].join('\n');
}
