import { join } from 'node:path';
import { sqlite } from '../../src/stores/dialects';
import { temporaryDirectory } from '../support/temporary-directory';
import { figures } from './figures';
import { killAtRandom } from './random-kills';

const count = figures();
const folder = temporaryDirectory();

it('50 kills at random moments over 200 runs lose nothing and double nothing', () =>
  killAtRandom({
    count,
    processes: 1,
    variables: { REACT_DATA_DIR: folder },
    ledgerFile: join(folder, 'ledger.jsonl'),
    connect: () => sqlite({ file: join(folder, 'react.db') }),
    kills: 50,
    mostOpen: 4,
  }));
