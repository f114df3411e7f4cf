import { sqlite } from '../../src/stores/dialects';
import { migrate } from '../../src/stores/migrate';

// Child process: brings the tables of a file up to date; an error ends it with a code other than 0.
const [, , file = ''] = process.argv;
const database = sqlite({ file });
void migrate(database).then(() => database.destroy());
