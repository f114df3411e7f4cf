import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { misspeltSettings } from '../../src/misspelt-settings';
import { piped } from '../cli/chat-process';
import { startProcess, temporaryFolder } from '../e2e/process';
import { endChild } from '../support/end-child';

describe('names that look like settings', () => {
  it.each([
    ['REACT_MAX_STEP', 'REACT_MAX_STEPS'],
    ['REACT_API_KEY', 'REACT_API_KEYS'],
    ['react_protocol', 'REACT_PROTOCOL'],
    ['OPENAI_MODLE', 'OPENAI_MODEL'],
    ['OPENAI_BASEURL', 'OPENAI_BASE_URL'],
    ['OPEN_AI_API_KEY', 'OPENAI_API_KEY'],
    ['OPENAI_API_BASE', 'OPENAI_BASE_URL'],
  ])('%s is told, with what was meant: %s', (name, meant) => {
    expect(misspeltSettings({ [name]: 'x' })).toEqual([
      `${name} means nothing to this service; did you mean ${meant}?`,
    ]);
  });

  it('all of REACT_ are told; what other programs have of OPENAI_ is left alone, and so is what is right', () => {
    expect(misspeltSettings({ REACT_COLOURFUL: '1' })).toEqual(['REACT_COLOURFUL means nothing to this service']);
    const others = { OPENAI_ORG_ID: 'o', OPENAI_ORGANIZATION: 'o', OPENAI_PROJECT_ID: 'p', OPENAI_LOG: 'x', PATH: '/' };
    expect(misspeltSettings({ ...others, OPENAI_MODEL: 'm', REACT_MAX_STEPS: '3' })).toEqual([]);
  });
});

describe('a misspelt setting', () => {
  const HINT = 'OPENAI_MODLE means nothing to this service; did you mean OPENAI_MODEL?';

  it('is told by the service at its start', async () => {
    const service = startProcess({ REACT_DATA_DIR: temporaryFolder(), REACT_MAX_STEP: '3', OPENAI_MODLE: 'qwen3' });
    await service.listening;
    endChild(service.child, 'SIGTERM');
    const { code, output } = await service.exited;
    expect(code).toBe(0);
    expect(output).toContain(HINT);
    expect(output).toContain('did you mean REACT_MAX_STEPS?');
  });

  it('is told where it is why the start fails', async () => {
    const { code, output } = await startProcess({ OPENAI_BASE_URL: 'http://x/v1', OPENAI_MODLE: 'qwen3' }).exited;
    expect(code).toBe(1);
    expect(output).toMatch(/OPENAI_MODEL: expected the name of a model[^]*did you mean OPENAI_MODEL\?\n$/);
  });

  it('is told by the chat, beside the answers, also when it stands in .env', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.env'), 'OPENAI_MODLE=qwen3\n');
    const { code, out, err } = await piped(['帮我审批下补货计划单'], { args: ['--agent', 'replenishment'], cwd });
    expect({ code, err }).toEqual({ code: 0, err: `${HINT}\n` });
    expect(out).toMatch(/^好的[^\n]*\n$/);
    const failed = await piped([], { variables: { OPENAI_BASE_URL: 'http://x/v1' }, cwd });
    expect(failed.code).toBe(1);
    expect(failed.err).toMatch(/OPENAI_MODEL: expected the name of a model[^]*did you mean OPENAI_MODEL\?\n$/);
  });
});
