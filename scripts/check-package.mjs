// Packs the library, installs it into a new Nest application of each supported major version, compiles the examples against it
// and runs one. Needs the npm registry.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });

const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    module: 'node20',
    moduleResolution: 'node16',
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: false,
    types: ['node'],
    outDir: 'dist',
  },
  include: ['*.ts'],
};

const START = `import 'reflect-metadata';
import { stockExample } from './stock.example';
void stockExample().then(() => process.stdout.write('the packed example ran\\n'));
`;

/** The tsconfig of an older Nest project: it resolves by folders, and knows no `exports`. */
const OLD_TSCONFIG = {
  compilerOptions: {
    ...TSCONFIG.compilerOptions,
    module: 'commonjs',
    moduleResolution: 'node10',
    ignoreDeprecations: '6.0',
    skipLibCheck: true,
    noEmit: true,
  },
  files: ['old/both-entries.ts'],
};

const BOTH_ENTRIES = `import { OpenAiModel } from 'nest-react-agent';
import { answers, startModelServer, type ModelServer } from 'nest-react-agent/testing';
export const model = (server: ModelServer): OpenAiModel => new OpenAiModel({ model: 'm', baseUrl: server.baseUrl });
export const server: Promise<ModelServer> = startModelServer([answers('hello')]);
`;

function check(major, tarball) {
  const app = mkdtempSync(join(tmpdir(), `nest-${major}-app-`));
  for (const file of readdirSync(join(root, 'examples'))) cpSync(join(root, 'examples', file), join(app, file));
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true }));
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  writeFileSync(join(app, 'main.ts'), START);
  writeFileSync(join(app, 'tsconfig.old.json'), JSON.stringify(OLD_TSCONFIG));
  mkdirSync(join(app, 'old'));
  writeFileSync(join(app, 'old', 'both-entries.ts'), BOTH_ENTRIES);
  const install = (...packages) =>
    run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], app);
  const nest = ['common', 'core', 'platform-express', 'testing'].map((name) => `@nestjs/${name}@${major}`);
  install(...nest, 'reflect-metadata', 'rxjs', 'typescript@6.0.3', '@types/node@20'); // what `nest new` brings
  install(tarball); // and nothing else: no second version of Nest, no peer that only fits another one
  run('npx', ['tsc', '-p', '.'], app);
  run('npx', ['tsc', '-p', 'tsconfig.old.json'], app);
  run(process.execPath, ['dist/main.js'], app);
  rmSync(app, { recursive: true, force: true });
  process.stdout.write(`Nest ${major}: installed, compiled and run\n`);
}

run('npm', ['run', 'build', '--silent'], root);
const packed = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--pack-destination', tmpdir()], { cwd: root }).toString(),
);
const tarball = join(tmpdir(), packed[0].filename);
for (const major of [11, 12]) check(major, tarball);
