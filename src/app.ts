import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { Access } from './access/access';
import { AppModule } from './app.module';
import { buildParts } from './app-parts';
import type { Environment } from './config/environment';
import { createLogger, PinoLoggerService } from './config/logger';
import { isLoopback } from './config/loopback';
import { secretsIn } from './config/secrets';
import { BoundedExpressAdapter } from './http/bounded-express.adapter';
import { mountDocs } from './http/docs';
import { jsonOnly, refuseOtherThanUtf8 } from './http/json-only';
import { knownCaller } from './http/known-caller';
import { ProblemFilter } from './http/problem.filter';
import { readablePath } from './http/readable-path';
import { servedHosts } from './http/served-hosts';
import { UnmatchedRouteFilter } from './http/unmatched-route.filter';
import { refuseQuery } from './http/without-query.guard';

/** Largest request body, in bytes; a text here that body-parser cannot read would silently switch the limit off. */
const MAX_BODY_BYTES = 256 * 1024;

/** A client that has not sent its whole request after so long is cut off. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;

/** Clients are cut off up to this much later. */
const CHECK_EVERY_MS = 1_000;

/**
 * The service, ready to listen.
 * @param build makes the parts; another one may change some of them. @default what the settings ask for
 * @throws ConfigError, StoreError
 */
export async function createApp(environment: Environment, build = buildParts): Promise<NestExpressApplication> {
  const logger = new PinoLoggerService(
    createLogger(environment.LOG_LEVEL, environment.LOG_FORMAT, { secrets: secretsIn(environment) }),
  );
  const parts = await build(environment);
  try {
    const adapter = new BoundedExpressAdapter({
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
      headersTimeoutMs: HEADERS_TIMEOUT_MS,
      checkEveryMs: CHECK_EVERY_MS,
    });
    const app = await NestFactory.create<NestExpressApplication>(AppModule.from(parts), adapter, {
      logger,
      bodyParser: false,
      abortOnError: false,
    });
    configure(app, environment);
    mountDocs(app);
    return app;
  } catch (error) {
    parts.close();
    throw error;
  }
}

function configure(app: NestExpressApplication, environment: Environment): void {
  app.disable('x-powered-by');
  // the service speaks plain HTTP by itself, so a page of it must not be told to load its parts by https
  app.use(
    helmet({
      contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': null } },
      strictTransportSecurity: false,
    }),
  );
  const isServed = servedNames(environment);
  if (isServed) app.use(servedHosts(isServed));
  app.use(readablePath);
  app.use('/health', (request: { query: object }, _response: unknown, next: () => void) => {
    refuseQuery(request);
    next();
  });
  app.use(knownCaller(app.get(Access)));
  app.use(jsonOnly);
  app.useBodyParser('json', { limit: MAX_BODY_BYTES, inflate: true, verify: refuseOtherThanUtf8 });
  app.useGlobalFilters(new ProblemFilter(), new UnmatchedRouteFilter(app.get(Access)));
}

/** The names that a request may give as its Host; undefined for any, where a key or a word of consent stands instead. */
function servedNames(environment: Environment): ((name: string) => boolean) | undefined {
  const { HOST, REACT_API_KEYS, REACT_ALLOWED_HOSTS } = environment;
  if (!REACT_ALLOWED_HOSTS && (REACT_API_KEYS || !isLoopback(HOST))) return undefined;
  const names = new Set([HOST.toLowerCase(), ...(REACT_ALLOWED_HOSTS ?? [])]);
  return (name) => isLoopback(name) || names.has(name);
}
