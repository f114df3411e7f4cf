/** Writes docs/events.md from the doc comments of src/core/run-event.ts. */
import ts from 'typescript';
import { commit, pathOf, read } from './committed-file.mjs';

const SOURCE = 'src/core/run-event.ts';
const file = ts.createSourceFile(pathOf(SOURCE), read(SOURCE), ts.ScriptTarget.ES2023, true);
const aliases = new Map(file.statements.filter(ts.isTypeAliasDeclaration).map((alias) => [alias.name.text, alias]));

/** The doc comment before a node, as one line. */
function commentBefore(node) {
  const ranges = ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? [];
  const last = ranges.at(-1);
  if (!last) return '';
  const text = file.text.slice(last.pos, last.end).replace(/^\/\*\*|\*\/$/g, '');
  return text
    .split('\n')
    .map((line) => line.trim().replace(/^\* ?/, ''))
    .join(' ')
    .trim();
}

/** In a union the comment of a member stands before its `|`. */
function membersOf(alias) {
  const { types } = alias.type;
  return types.map((type, index) => {
    const from = index === 0 ? alias.type.getFullStart() : types[index - 1].getEnd();
    const gap = file.text.slice(from, type.getStart());
    const comment = /\/\*\*([^]*?)\*\//.exec(gap)?.[1] ?? '';
    return { type, comment: comment.replace(/\s*\n\s*\* ?/g, ' ').trim() };
  });
}

const cell = (text) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
const literal = (type) => type.getText().replaceAll("'", '');

function fieldsOf(type, tag) {
  return type.members
    .filter((member) => member.name.getText() !== tag)
    .map((member) => {
      const name = `\`${member.name.getText()}\`${member.questionToken ? ' (optional)' : ''}`;
      return `| ${name} | \`${cell(member.type.getText())}\` | ${cell(commentBefore(member))} |`;
    });
}

function section({ type, comment }, tag, level) {
  const name = literal(type.members.find((member) => member.name.getText() === tag).type);
  const fields = fieldsOf(type, tag);
  const table = fields.length > 0 ? ['', '| Field | Type | |', '|---|---|---|', ...fields] : [];
  return [`${level} ${name}`, ...(comment ? ['', comment] : []), ...table, ''].join('\n');
}

const fact = aliases.get('Fact');
const outcome = aliases.get('Outcome');
const text = [
  '# Events of a run',
  '',
  `<!-- Generated from ${SOURCE} by "npm run docs:events". Do not edit. -->`,
  '',
  commentBefore(aliases.get('RunEvent')),
  '',
  commentBefore(fact),
  '',
  'Every event has `runId`, `seq` and `at` beside the fields of its type.',
  '',
  ...membersOf(fact).map((member) => section(member, 'type', '##')),
  '# Outcomes',
  '',
  'The `outcome` of `run.finished`, by its `status`.',
  '',
  ...membersOf(outcome).map((member) => section(member, 'status', '##')),
].join('\n');
commit('docs/events.md', text.trimEnd() + '\n', 'npm run docs:events');
