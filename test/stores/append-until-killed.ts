import { writeSync } from 'node:fs';
import { sqlite } from '../../src/stores/dialects';
import { SqlStore } from '../../src/stores/sql.store';
import { appendRun } from '../support/append-run';
import { anAnsweredRun } from '../support/builders';

// Child process: four writers append runs for ever and tell the id of each run that the store acknowledged.
const [, , file = ''] = process.argv;

async function main(): Promise<void> {
  const store = await SqlStore.open(sqlite({ file }));
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; ; count++) {
      const runId = `run-${writer}-${count}`;
      await appendRun(store, runId, anAnsweredRun(), { size: 3 });
      writeSync(1, `${runId}\n`);
    }
  };
  await Promise.all([0, 1, 2, 3].map(write));
}

void main();
