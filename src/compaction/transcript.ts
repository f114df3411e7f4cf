import { estimateTokens } from '../core/estimate-tokens';
import type { Step } from '../core/run';

const MARK = ' […]';

/** Steps as plain text, oldest first, for a reader that knows no protocol; each is cut so that all fit into `maxTokens`. */
export function transcriptOf(steps: readonly Step[], maxTokens: number): string {
  const texts = steps.map(textOf);
  const whole = texts.reduce((sum, text) => sum + estimateTokens(text) + 1, 0);
  if (whole <= maxTokens) return texts.join('\n');
  const share = Math.floor(maxTokens / Math.max(1, texts.length)) - 1;
  return texts.map((text) => cutToTokens(text, share)).join('\n');
}

/** The beginning of a text, as much as `maxTokens` estimated tokens hold, with a mark where it was cut. */
export function cutToTokens(text: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text;
  const room = Math.max(0, maxTokens - estimateTokens(MARK)) * 4; // in quarters of a token
  let used = 0;
  let end = 0;
  for (; end < text.length; end++) {
    used += text.charCodeAt(end) >= 0x2e80 ? 4 : 1;
    if (used > room) break;
  }
  if (isHighSurrogate(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end) + MARK;
}

function textOf({ index, decision, actions }: Step): string {
  const thought = decision.thought === '' ? '' : `: ${decision.thought}`;
  const deeds = actions.map(({ call, input, observation }) => {
    const given = JSON.stringify(input ?? call.input);
    return `  ${call.name} ${given} → ${observation?.content ?? '(no result)'}`;
  });
  const lines = decision.kind === 'malformed' ? ['  (a reply that could not be read)'] : deeds;
  return [`Step ${index}${thought}`, ...lines].join('\n');
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
