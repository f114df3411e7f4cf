import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoTurn } from '../../src/index';

const DEMOS = join(__dirname, '../../src/demos');

/** What the offline model's rules of a domain say, with the code that they share. */
export function ruleSourcesOf(domain: string): string {
  const folder = join(DEMOS, domain);
  const files = [
    join(folder, `${domain}.rules.ts`),
    ...filesIn(join(folder, 'rules')),
    ...filesIn(join(DEMOS, 'reading')),
  ];
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

const filesIn = (folder: string): string[] => readdirSync(folder).map((name) => join(folder, name));

export const aTurn = (given: Partial<DemoTurn>): DemoTurn => ({
  question: '',
  history: [],
  language: 'zh',
  observations: [],
  forced: false,
  ...given,
});

/** Long, or made of what the scanners look for. */
export const HOSTILE_QUESTIONS = [
  '单'.repeat(32_768),
  '订单 '.repeat(10_922),
  '9'.repeat(32_768),
  ' '.repeat(32_768),
  `${'-'.repeat(32_768)}1`,
  'a1'.repeat(16_384),
  '和'.repeat(32_768),
  '今天'.repeat(16_384),
  '\ud800',
  '{"a":1}',
];

/** Observations that are no object of a tool. */
export const HOSTILE_CONTENTS = [
  '',
  'null',
  '[]',
  '{"days":[null,1]}',
  '{"orderId":5,"approvable":"yes"}',
  'not json',
  '[… 9000 characters left out …]',
];
