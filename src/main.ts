import { existsSync } from 'node:fs';
import 'reflect-metadata';
import { createApp } from './app';
import { bootFaultText } from './boot-fault';
import { readEnvironment } from './config/environment';
import { ConfigError } from './core/errors';
import { misspeltSettings } from './misspelt-settings';
import { announce } from './app-announcement';
import { ProcessEnd } from './config/process-end';

async function main(end: ProcessEnd): Promise<void> {
  loadEnvFile();
  const environment = readEnvironment(process.env);
  const app = await createApp(environment);
  end.closing(() => app.close());
  await app.listen(environment.PORT, environment.HOST).catch((error: unknown) => {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (!['listen', 'bind', 'getaddrinfo'].includes(syscall ?? '')) throw error;
    const why = `expected an address that is free and may be used, got ${environment.HOST}:${environment.PORT} (${code ?? 'no code'})`;
    throw new ConfigError(`HOST, PORT: ${why}`, { cause: error });
  });
  announce(environment, { url: await app.getUrl(), app, misspelt: misspeltSettings(process.env) });
}

function loadEnvFile(): void {
  if (!existsSync('.env')) return;
  try {
    process.loadEnvFile('.env');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ConfigError(`.env: expected a file that this process can read (${code ?? 'no code'})`, { cause });
  }
}

main(new ProcessEnd().listen()).catch((error: unknown) => {
  const hints = error instanceof ConfigError ? misspeltSettings(process.env) : [];
  process.stderr.write(`${[bootFaultText(error), ...hints].join('\n')}\n`);
  process.exit(1);
});
