import { Worker } from 'node:worker_threads';
import { QueryProblem, ReadOnlyDatabase, type QueryResult, type ReadLimits } from './read-only-database';

/** What the server sends. */
export interface WorkerQuery {
  sql: string;
  limits: ReadLimits;
  timeoutMs: number;
}

/** What the child sends: `ready` once (or `unopened`, and ends), then one reply per query. */
export type WorkerReply = 'ready' | 'unopened' | { result: QueryResult } | { problem: string };

/** How much later than the server the child ends itself. */
const GRACE_MS = 1000;

// SQLite blocks this thread, and an endless query would outlive a server that was killed: another thread ends the process
const WATCHDOG = `
  let timer;
  require('node:worker_threads').parentPort.on('message', (ms) => {
    clearTimeout(timer);
    if (ms > 0) timer = setTimeout(() => process.kill(process.pid, 'SIGKILL'), ms);
  });
`;

function serve(file: string): void {
  const watchdog = new Worker(WATCHDOG, { eval: true, execArgv: [] });
  watchdog.unref();
  const database = opened(file);
  if (!database) return;
  const reply = (message: WorkerReply): void => void process.send?.(message);
  process.on('disconnect', () => process.exit(0));
  process.on('message', ({ sql, limits, timeoutMs }: WorkerQuery) => {
    watchdog.postMessage(timeoutMs + GRACE_MS);
    try {
      reply({ result: database.query(sql, limits) });
    } catch (error) {
      if (!(error instanceof QueryProblem)) throw error;
      reply({ problem: error.message });
    } finally {
      watchdog.postMessage(0);
    }
  });
  reply('ready');
}

/** The server logs what is printed here. */
function opened(file: string): ReadOnlyDatabase | undefined {
  try {
    return new ReadOnlyDatabase(file);
  } catch (error) {
    process.stderr.write(`${file} cannot be opened: ${error instanceof Error ? error.message : String(error)}\n`);
    const unopened: WorkerReply = 'unopened';
    process.send?.(unopened, () => process.exit(1));
    return undefined;
  }
}

serve(process.argv[2] ?? '');
