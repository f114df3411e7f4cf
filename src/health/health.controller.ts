import { Controller, Get, Inject, Res, type OnModuleDestroy } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { OpenToAll } from '../access/access.guard';
import { READINESS, type Readiness, type ReadinessReport } from './readiness';
import type { ServerResponse } from 'node:http';

@ApiTags('health')
@Controller('health')
@OpenToAll()
export class HealthController implements OnModuleDestroy {
  constructor(@Inject(READINESS) private readonly readiness: Readiness) {}

  onModuleDestroy(): void {
    this.readiness.stop();
  }

  @Get('live')
  @ApiOperation({ summary: 'The process is up.' })
  @ApiOkResponse({ description: 'Up.', schema: { example: { status: 'ok' } } })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'Store and model are configured and reachable.' })
  @ApiOkResponse({ description: 'Ready.', schema: { example: { status: 'ok', checks: { store: { status: 'ok' } } } } })
  @ApiServiceUnavailableResponse({ description: 'Not ready.' })
  async ready(@Res({ passthrough: true }) response: Pick<ServerResponse, 'statusCode'>): Promise<ReadinessReport> {
    const report = await this.readiness.check();
    response.statusCode = report.status === 'ok' ? 200 : 503;
    return report;
  }
}
