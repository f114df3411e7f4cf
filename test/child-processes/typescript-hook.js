// Lets Node require .ts files. The compiler takes half a second to load, so its output is kept in the temporary folder.
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { compilerOptions } = require('../../tsconfig.json');
const { version } = require('typescript/package.json');

function compiled(source) {
  const hash = createHash('sha256')
    .update(JSON.stringify([version, compilerOptions, source]))
    .digest('hex');
  const file = join(tmpdir(), `nest-react-agent-${hash.slice(0, 32)}.js`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const typescript = require('typescript');
  const options = typescript.convertCompilerOptionsFromJson(
    { ...compilerOptions, sourceMap: false },
    __dirname,
  ).options;
  const { outputText } = typescript.transpileModule(source, { compilerOptions: options, fileName: 'module.ts' });
  writeFileSync(`${file}.${process.pid}`, outputText);
  renameSync(`${file}.${process.pid}`, file); // another test may be reading it
  return outputText;
}

require.extensions['.ts'] = (module, filename) => module._compile(compiled(readFileSync(filename, 'utf8')), filename);
