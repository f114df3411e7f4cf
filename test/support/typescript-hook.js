// Lets a forked node process require the project's TypeScript: `node --require <this file> <script.ts>`.
const { readFileSync } = require('node:fs');
const { ModuleKind, ScriptTarget, transpileModule } = require('typescript');

const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2023, experimentalDecorators: true };

require.extensions['.ts'] = (module, fileName) => {
  const { outputText } = transpileModule(readFileSync(fileName, 'utf8'), { fileName, compilerOptions });
  module._compile(outputText, fileName);
};
