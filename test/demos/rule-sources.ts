import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
