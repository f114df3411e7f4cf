/** Lists what the package's entry points export, by name, so that a change of the public API is a visible difference. */
import ts from 'typescript';
import { commit, pathOf, read } from './committed-file.mjs';

/** Source of each entry point that package.json names. */
const manifest = JSON.parse(read('package.json'));
const entryPoints = Object.entries(manifest.exports)
  .filter(([, target]) => target.types)
  .map(([name, { types }]) => [
    name.replace('.', manifest.name),
    types.replace('./dist/', 'src/').replace('.d.ts', '.ts'),
  ]);

/** `export * from` is refused: a name gets onto the list by being written down. */
function exportsOf(path) {
  const file = ts.createSourceFile(pathOf(path), read(path), ts.ScriptTarget.ES2023, true);
  return file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return namesIn(statement, path);
    const exported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(isExport);
    if (exported)
      throw new Error(`${path} defines "${statement.getText().slice(0, 60)}…" itself: export it from its own file`);
    return [];
  });
}

function namesIn(declaration, path) {
  const { exportClause } = declaration;
  if (!exportClause || !ts.isNamedExports(exportClause))
    throw new Error(`${path}: export by name, not ${declaration.getText()}`);
  return exportClause.elements.map((element) => {
    const isType = declaration.isTypeOnly || element.isTypeOnly;
    return isType ? `type ${element.name.text}` : element.name.text;
  });
}

const isExport = ({ kind }) => kind === ts.SyntaxKind.ExportKeyword;
const nameOf = (line) => line.replace('type ', '');

const sections = entryPoints.map(([name, path]) => {
  const names = exportsOf(path).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return `# ${name}\n${names.join('\n')}\n`;
});
commit('test/architecture/public-api.txt', sections.join('\n'), 'npm run api:update');
