import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './project-files';

const check = (script: string) =>
  spawnSync(process.execPath, [join(root, 'scripts', script), '--check'], { encoding: 'utf8' });

describe('committed files that are made from the source', () => {
  it('public-api.txt lists what the entry points export (npm run api:update)', () => {
    expect(check('generate-public-api.mjs')).toMatchObject({ stderr: '', status: 0 });
  });

  it('docs/events.md tells what run-event.ts says (npm run docs:events)', () => {
    expect(check('generate-events-doc.mjs')).toMatchObject({ stderr: '', status: 0 });
  });
});
