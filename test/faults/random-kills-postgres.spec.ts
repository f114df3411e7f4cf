import { join } from 'node:path';
import { postgres } from '../../src/stores/dialects';
import { ownDatabase } from '../services/database';
import { temporaryDirectory } from '../support/temporary-directory';
import { figures } from './figures';
import { killAtRandom } from './random-kills';

const count = figures();
const own = ownDatabase();
const folder = temporaryDirectory();

it('25 kills at random moments of two processes over 100 runs lose nothing and double nothing', () =>
  killAtRandom({
    count,
    processes: 2,
    variables: { DATABASE_URL: own.url() },
    ledgerFile: join(folder, 'ledger.jsonl'),
    connect: () => postgres({ url: own.url() }),
    kills: 25,
    mostOpen: Infinity, // those that were cut off wait until their lease runs out
  }));
