/**
 * Who may import whom. The picture is in ARCHITECTURE.md; test/architecture/imports.spec.ts shows for each rule that it can fail.
 */
const part = 'protocols|policies|compaction|models|stores|tools|search|tokens|fetch';
const surface = 'http|openai|viewer|mcp|cli|queue|telemetry|health';
const entry = '(main|worker|chat|mcp-stdio)\\.ts';
/** The demo application: what lies directly in src and is no part of the library. */
const app = '(app|demo-)[^/]*\\.ts';
const packages = (names) => `node_modules/(${names})(/|$)`;

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });
const only = (name, comment, from, to) => rule(name, comment, { path: from }, to);
/** Only `folders` may know these packages; everyone else speaks through a port in src/core. */
const vendor = (name, folders, names) =>
  rule(
    name,
    `Only ${folders.split('|').join(' and ')} may know this package; everyone else speaks through a port in src/core.`,
    { path: '^src/', pathNot: `^src/(${folders})/` },
    { path: packages(names) },
  );

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule(
      'no-cycles',
      'Move the shared type into src/core.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'no-orphans',
      'Nobody imports this file: delete it.',
      { orphan: true, path: '^src/', pathNot: `^src/${entry}$|\\.d\\.ts$` },
      {},
    ),
    only('core-imports-nothing', 'The core is plain TypeScript: no framework, no packages, no I/O.', '^src/core/', {
      pathNot: '^src/core/',
    }),
    only('parts-import-core', 'Parts meet only through the ports in src/core.', `^src/(${part})/`, {
      path: '^src/',
      pathNot: '^src/(core|tokens|$1)/',
    }),
    rule(
      'counting-is-for-prompts',
      'Only what builds, sends or shortens prompts counts tokens.',
      { path: '^src/', pathNot: '^src/(tokens|compaction|models|agent)/' },
      { path: '^src/tokens/' },
    ),
    only('agent-imports-ports', 'Models and stores reach the agent through DI, never by import.', '^src/agent/', {
      path: '^src/',
      pathNot: '^src/(core|agent|tools|protocols|policies|compaction|tokens)/',
    }),
    only(
      'surfaces-import-agent',
      'A surface reads events and calls the service; it knows no other surface.',
      `^src/(${surface})/`,
      { path: '^src/', pathNot: '^src/(core|agent|tools|access|$1)/' },
    ),
    only('access-imports-agent', 'Who calls is the same question for every surface.', '^src/access/', {
      path: '^src/',
      pathNot: '^src/(core|agent|access)/',
    }),
    only('config-imports-core', 'Settings are read into plain values; the app maps them to objects.', '^src/config/', {
      path: '^src/',
      pathNot: '^src/(core|config)/',
    }),
    rule(
      'settings-arrive-as-options',
      'Only the app and the entry points read settings; everything else takes options.',
      { path: '^src/[^/]+/', pathNot: '^src/config/' },
      { path: '^src/config/' },
    ),
    only('testing-imports-core', 'What users test with stands on the ports alone.', '^src/testing/', {
      path: '^src/',
      pathNot: '^src/(core|testing)/',
    }),
    rule(
      'library-knows-no-testing',
      'The scripted server is exported on its own; nothing that runs in production loads it.',
      { path: '^src/', pathNot: '^src/testing/' },
      { path: '^src/testing/' },
    ),
    only('demos-use-the-public-api', 'A demo is what a user would write.', '^src/demos/([^/]+)/', {
      path: '^src/',
      pathNot: '^src/(demos/($1|database|reading)/|demos/demo\\.ts$|index\\.ts$)',
    }),
    rule(
      'library-knows-no-demo',
      'Only the demo application loads the demos, and only the entry points load the application.',
      { path: '^src/', pathNot: `^src/(demos/|${app}$|${entry}$)` },
      { path: `^src/(demos/|${app}$)` },
    ),
    only(
      'engine-is-nest-free',
      'These folders run without Nest.',
      '^src/(core|protocols|policies|compaction|models|stores|tokens)/',
      {
        path: 'node_modules/@nestjs/',
      },
    ),
    vendor('models-own-the-provider', 'models', 'openai|eventsource-parser'),
    vendor('models-search-and-fetch-own-http', 'models|search|fetch', 'undici'),
    vendor('fetch-owns-addresses', 'fetch', 'ipaddr\\.js'),
    vendor('stores-search-and-demos-own-sql', 'stores|search|demos', 'kysely|libsql|pg'),
    vendor('demos-own-the-sql-parser', 'demos', 'libpg-query'),
    vendor('protocols-and-tools-mend-json', 'protocols|tools', 'jsonrepair'),
    vendor('tools-own-input-schemas', 'tools', 'class-validator-jsonschema'),
    vendor('tokens-own-the-tokenizer', 'tokens', 'gpt-tokenizer'),
    vendor('tools-own-arithmetic', 'tools', 'jsep|decimal\\.js'),
    rule('no-test-imports', 'The product does not load its tests.', { path: '^src/' }, { path: '^(test|bench)/' }),
    rule(
      'no-dev-dependencies',
      'This package is not there when the library is installed.',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm-peer', 'type-only'] },
    ),
    rule(
      'no-undeclared-packages',
      'Name the package in package.json.',
      { path: '^src/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'], dependencyTypesNot: ['type-only'] },
    ),
    rule('no-unresolvable', 'The import leads nowhere.', { path: '^src/' }, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
