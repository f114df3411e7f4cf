import { Module, type DynamicModule } from '@nestjs/common';
import { HealthController } from './health.controller';
import { READINESS, type Readiness } from './readiness';

/** `/health/live` and `/health/ready`; what ready means is the app's to say. */
@Module({})
export class HealthModule {
  static forRootAsync(options: { inject: unknown[]; useFactory: (...parts: never[]) => Readiness }): DynamicModule {
    const provider = { provide: READINESS, inject: options.inject as symbol[], useFactory: options.useFactory };
    return { module: HealthModule, controllers: [HealthController], providers: [provider] };
  }
}
