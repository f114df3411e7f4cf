import { join } from 'node:path';
import { sqlite } from '../../src/stores/dialects';
import { temporaryDirectory } from '../support/temporary-directory';
import { Client } from './client';
import { figures } from './figures';
import { checkCommits, refundOnce } from './refund';
import { Service } from './service';
import type { TestDatabase } from './stored-runs';

const count = figures();

describe.each(['before', 'after'] as const)(
  'a refund whose process is killed %s a commit and started again',
  (when) => {
    const REACT_DATA_DIR = temporaryDirectory();
    let service: Service;
    let database: TestDatabase;
    const client = new Client(count, () => [service.url]);
    const start = async (): Promise<void> => void (service = await Service.start(count, { REACT_DATA_DIR }));

    beforeAll(async () => {
      await start();
      database = sqlite({ file: join(REACT_DATA_DIR, 'react.db') });
    });
    afterAll(async () => {
      await service.stop();
      await database.destroy();
    });

    it('is paid exactly once, wherever that was', async () => {
      for (let at = 1; ; at += 1) {
        await service.setPoint({ at, when });
        const { isDead, facts } = await refundOnce({ count, database, client }, `${when}-${at}`, service, start);
        if (isDead) continue;
        const commits = await service.committed();
        expect(at - 1).toBe(commits.length); // each of them was the end of a process
        return checkCommits(commits, facts);
      }
    });
  },
);
