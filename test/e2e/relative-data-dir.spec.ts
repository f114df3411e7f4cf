import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from './process';
import { endChild } from '../support/end-child';

// A database that is opened by a process in another folder was once looked for in data/data
it.each([
  ['no REACT_DATA_DIR', {}, 'data'],
  ['a relative REACT_DATA_DIR', { REACT_DATA_DIR: 'some/where' }, 'some/where'],
])('the service answers from its tables with %s', async (_, variables, folder) => {
  const service = startProcess(variables);
  const asked = await fetch(`${await service.listening}/api/react/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: '我们公司 Q3 季度的总销售额是多少，和去年同期相比增长了多少百分比？' }),
  });
  const { finalAnswer } = (await asked.json()) as { finalAnswer: string };
  endChild(service.child);
  const { output } = await service.exited;
  expect(finalAnswer).toMatch(/¥5,280,000.*¥4,100,000.*28\.78%/);
  expect(output).not.toContain('SqlProcess');
  expect(readdirSync(join(service.folder, folder))).toEqual(expect.arrayContaining(['react.db', 'sales.db']));
  expect(existsSync(join(service.folder, folder, folder))).toBe(false);
});
