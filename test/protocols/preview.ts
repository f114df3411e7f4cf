import type { Preview, Protocol } from '../../src/core/protocol';
import { textProtocol } from '../../src/protocols/text.protocol';
import { TOOLS, toolsOf } from './reply-cases';

export interface Previewed {
  thought: string;
  answer: string;
  /** What of the answer was shown before the reply ended. */
  early: string;
}

/** Feeds a reply to a splitter in these pieces. */
export function previewOf(
  chunks: Iterable<string>,
  tools: readonly string[] = TOOLS,
  protocol: Protocol = textProtocol,
): Previewed {
  const splitter = protocol.splitter(toolsOf(tools));
  const live: Preview[] = [];
  for (const chunk of chunks) live.push(...splitter.push(chunk));
  const all = [...live, ...splitter.end('stop')];
  return { thought: joined(all, 'thought'), answer: joined(all, 'answer'), early: joined(live, 'answer') };
}

export function chunksOf(text: string, size: () => number): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length;) {
    const length = size();
    chunks.push(text.slice(at, at + length));
    at += length;
  }
  return chunks;
}

const joined = (previews: readonly Preview[], channel: Preview['channel']): string =>
  previews
    .filter((preview) => preview.channel === channel)
    .map(({ text }) => text)
    .join('');
