import { existsSync } from 'node:fs';
import 'reflect-metadata';
import { createApp } from './app';
import { readEnvironment } from './config/environment';
import { ConfigError, ReActError } from './core/errors';
import { announce } from './app-announcement';
import { endOnFaults } from './config/end-on-faults';

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const environment = readEnvironment(process.env);
  const app = await createApp(environment);
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  await app.listen(environment.PORT, environment.HOST).catch((error: unknown) => {
    const { code } = error as { code?: unknown };
    if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') throw error;
    const why = `expected an address that is free and may be used, got ${environment.HOST}:${environment.PORT} (${code})`;
    throw new ConfigError(`HOST, PORT: ${why}`, { cause: error });
  });
  announce(environment, await app.getUrl(), app);
}

endOnFaults();
main().catch((error: unknown) => {
  // what an operator must mend is one sentence; anything else is our bug and shows its stack
  process.stderr.write(`${error instanceof ReActError ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exit(1);
});
