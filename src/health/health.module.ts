import { Module, type DynamicModule } from '@nestjs/common';
import { HealthController } from './health.controller';
import { READINESS, type Readiness } from './readiness';

/** `/health/live` and `/health/ready`; what ready means is the app's to say. */
@Module({})
export class HealthModule {
  static forRoot(readiness: Readiness): DynamicModule {
    const provider = { provide: READINESS, useValue: readiness };
    return { module: HealthModule, controllers: [HealthController], providers: [provider] };
  }
}
