import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { createLogger, PinoLoggerService } from '../../src/config/logger';
import { ReActHttpModule } from '../../src/http/http.module';
import { jsonOnly } from '../../src/http/json-only';
import { ProblemFilter } from '../../src/http/problem.filter';
import { ReActAgentModule } from '../../src/react-agent.module';
import { RunLog } from '../../src/telemetry/run-log';
import { agentOptions, storeOf } from './engine';
import type { Loop, LoopSpec } from './loop';
import { ShopModule } from './shop.module';

@Module({})
class BenchModule {}

/** The HTTP service as it is shipped, with the shop's tools in place of the demos; durable, and logging as JSON. */
export async function serviceLoop(spec: LoopSpec): Promise<Loop> {
  const { store, forget } = await storeOf(spec);
  const agents = ReActAgentModule.forRoot({ ...agentOptions(spec, store), observers: [new RunLog()] });
  const app = await NestFactory.create<NestExpressApplication>(
    { module: BenchModule, imports: [agents, ShopModule, ReActHttpModule] },
    { logger: new PinoLoggerService(createLogger('info', 'json')), bodyParser: false, forceCloseConnections: true },
  );
  app.disable('x-powered-by');
  app.use(helmet());
  app.use(jsonOnly);
  app.useBodyParser('json', { limit: 256 * 1024, inflate: true });
  app.useGlobalFilters(new ProblemFilter());
  await app.listen(0, '127.0.0.1');
  return {
    ask: () => Promise.reject(new Error('A service is asked over HTTP')),
    url: await app.getUrl(),
    close: async () => {
      await app.close();
      forget();
    },
  };
}
