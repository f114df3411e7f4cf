/** Source files, the first of which breaks a rule. */
export interface Violation {
  files: Record<string, string>;
}

const breaks = (path: string, imports: string, others: Record<string, string> = {}): Violation => ({
  files: { [path]: `import '${imports}';\n`, ...others },
});
const empty = 'export {};\n';

/** One violation for each import rule. */
export const VIOLATIONS: Record<string, Violation> = {
  'no-cycles': breaks('src/core/one.ts', './two', { 'src/core/two.ts': "import './one';\n" }),
  'no-orphans': { files: { 'src/agent/alone.ts': empty } },
  'core-imports-nothing': breaks('src/core/clock.ts', 'node:fs'),
  'parts-import-core': breaks('src/policies/nosy.ts', '../models/a', { 'src/models/a.ts': empty }),
  'counting-is-for-prompts': breaks('src/policies/counts.ts', '../tokens/a', { 'src/tokens/a.ts': empty }),
  'agent-imports-ports': breaks('src/agent/direct.ts', '../stores/a', { 'src/stores/a.ts': empty }),
  'surfaces-import-agent': breaks('src/http/mixed.ts', '../openai/a', { 'src/openai/a.ts': empty }),
  'access-imports-agent': breaks('src/access/routed.ts', '../http/a', { 'src/http/a.ts': empty }),
  'config-imports-core': breaks('src/config/busy.ts', '../tools/a', { 'src/tools/a.ts': empty }),
  'settings-arrive-as-options': breaks('src/agent/reads.ts', '../config/a', { 'src/config/a.ts': empty }),
  'testing-imports-core': breaks('src/testing/deep.ts', '../agent/a', { 'src/agent/a.ts': empty }),
  'library-knows-no-testing': breaks('src/http/tests.ts', '../testing/a', { 'src/testing/a.ts': empty }),
  'demos-use-the-public-api': breaks('src/demos/shop/inside.ts', '../../core/a', { 'src/core/a.ts': empty }),
  'library-knows-no-demo': breaks('src/react-agent.module.ts', './demos/shop/a', { 'src/demos/shop/a.ts': empty }),
  'engine-is-nest-free': breaks('src/protocols/injected.ts', '@nestjs/common'),
  'models-own-the-provider': breaks('src/agent/asks.ts', 'openai'),
  'models-search-and-fetch-own-http': breaks('src/tools/fetches.ts', 'undici'),
  'fetch-owns-addresses': breaks('src/http/callers.ts', 'ipaddr.js'),
  'stores-search-and-demos-own-sql': breaks('src/http/queries.ts', 'kysely'),
  'demos-own-the-sql-parser': breaks('src/stores/parses.ts', 'libpg-query'),
  'protocols-and-tools-mend-json': breaks('src/models/mends.ts', 'jsonrepair'),
  'tools-own-input-schemas': breaks('src/http/describes.ts', 'class-validator-jsonschema'),
  'tokens-own-the-tokenizer': breaks('src/agent/splits.ts', 'gpt-tokenizer'),
  'tools-own-arithmetic': breaks('src/demos/shop/adds.ts', 'decimal.js'),
  'no-test-imports': breaks('src/tools/tested.ts', '../../test/a', { 'test/a.ts': empty }),
  'no-dev-dependencies': breaks('src/tools/develops.ts', 'jest'),
  'no-undeclared-packages': breaks('src/tools/pads.ts', 'left-pad'),
  'no-unresolvable': breaks('src/tools/dreams.ts', './nowhere'),
};
