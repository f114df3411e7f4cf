/** Only a reading whose cost grows faster than the text misses this bound. */
export const MAX_MS = 1500;

export const filled = (unit: string, chars: number): string => unit.repeat(Math.ceil(chars / unit.length));

/**
 * Time of this process on a processor: what else runs on the machine does not count. The best of three, since the collector and
 * the compiler run in the same process; a reading that is not linear misses the bound each time.
 */
export function elapsedMs(work: () => void): number {
  let best = Infinity;
  for (let tries = 0; tries < 3 && best >= MAX_MS; tries++) {
    const from = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(from);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

const words = (text: string): string[] => text.split('|');

/** What a flood is made of. */
export const UNITS: readonly string[] = [
  ...[' ', '\t', '\n', '\r\n', '\u3000', '*', '_', '\\', '- ', '1. ', '> ', '# ', '`', '~~~\n', '```\n', '```x\n'],
  ...['{', '}', '[', ']', '(', '<', '"', "'", '“', ':', '：', '//', '/*', '{"a":', '[{', '{"a" ', '" ', '【', '😀'],
  ...['\ud83d', '<|', '<|im_end|>', '<tool_call>{\n', 'Calculator[\n', 'Thought:\n', 'Action:\n', '最终答案：'],
  ...words('Thought: |Action: x\n|Action: Calculator\n|Action Input:\n|Action Input: {\n|Action: Action Input: '),
  ...words('Action Input: {"a": "\n|Final Answer:\n|Observation:\n| Observation:|```json\n{\n|Action: x\nThought: y\n'),
  ...words('<think>|</think>|<think></think>|[THINK]|</s>'),
];
