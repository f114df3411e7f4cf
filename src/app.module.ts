import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access/access.guard';
import type { AppParts } from './app-parts';
import { DemoPartsModule } from './demo-parts.module';
import { HealthModule } from './health/health.module';
import { HomeController } from './http/home.controller';
import { ReActHttpModule } from './http/http.module';
import { ReActAgentModule } from './react-agent.module';

const CLOSE_PARTS = Symbol('CLOSE_PARTS');

/** The service: the agent module with the demo domains, REST and health. */
@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(@Inject(CLOSE_PARTS) private readonly close: () => void) {}

  static from(parts: AppParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ReActAgentModule.forRoot(parts.agentOptions),
        DemoPartsModule.forRoot(parts.demoProviders),
        ...parts.demos.map(({ module }) => module),
        ReActHttpModule.forRoot(parts.httpOptions),
        HealthModule.forRoot(parts.readiness),
      ],
      controllers: [HomeController],
      providers: [
        { provide: CLOSE_PARTS, useValue: parts.close },
        { provide: APP_GUARD, useExisting: AccessGuard }, // also for routes that somebody adds and forgets to guard
      ],
    };
  }

  onApplicationShutdown(): void {
    this.close();
  }
}
