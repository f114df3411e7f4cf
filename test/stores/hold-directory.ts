import { DataDirectoryLock } from '../../src/stores/data-directory-lock';

// Child process: takes a data directory and keeps it until it is killed.
const [, , directory = ''] = process.argv;
DataDirectoryLock.acquire(directory);
console.log('taken');
setInterval(() => undefined, 60_000);
