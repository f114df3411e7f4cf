import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { AppModule } from './app.module';
import { buildParts } from './app-parts';
import type { Environment } from './config/environment';
import { createLogger, PinoLoggerService } from './config/logger';
import { mountDocs } from './http/docs';
import { jsonOnly } from './http/json-only';
import { ProblemFilter } from './http/problem.filter';

/** Largest request body, in bytes; a text here that body-parser cannot read would silently switch the limit off. */
const MAX_BODY_BYTES = 256 * 1024;

/** A client that has not sent its whole request after so long is cut off. */
const REQUEST_TIMEOUT_MS = 30_000;

/** The service, ready to listen. @throws ConfigError, StoreError */
export async function createApp(environment: Environment): Promise<NestExpressApplication> {
  const logger = new PinoLoggerService(createLogger(environment.LOG_LEVEL, environment.LOG_FORMAT));
  const parts = await buildParts(environment);
  try {
    const app = await NestFactory.create<NestExpressApplication>(AppModule.from(parts), {
      logger,
      bodyParser: false,
      abortOnError: false,
      forceCloseConnections: true,
    });
    configure(app);
    mountDocs(app);
    return app;
  } catch (error) {
    parts.close();
    throw error;
  }
}

function configure(app: NestExpressApplication): void {
  app.disable('x-powered-by');
  // the service speaks plain HTTP by itself, so a page of it must not be told to load its parts by https
  app.use(
    helmet({
      contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': null } },
      strictTransportSecurity: false,
    }),
  );
  app.use(jsonOnly);
  app.useBodyParser('json', { limit: MAX_BODY_BYTES, inflate: true });
  app.useGlobalFilters(new ProblemFilter());
  app.getHttpServer().requestTimeout = REQUEST_TIMEOUT_MS;
}
