import { Controller, Get, Param, Query, UseFilters, UsePipes } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from './openapi';
import { ReActAgentService } from '../agent/react-agent.service';
import { RunNotFoundError } from '../core/errors';
import type { ReActResult } from '../core/react-result';
import type { RunEvent } from '../core/run-event';
import type { RunSummary } from '../core/run-store';
import { RunEventListDto } from './dto/catalogue.dto';
import { ListRunsDto } from './dto/list-runs.dto';
import { ReActResultDto } from './dto/react-result.dto';
import { RunPageDto } from './dto/run-summary.dto';
import { ProblemFilter } from './problem.filter';
import { ProblemResponses } from './problem-responses.decorator';
import { StrictPipe } from './strict.pipe';

const RUN_ID = { name: 'runId', description: 'Id of the run.', example: '0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55' };

@ApiTags('runs')
@Controller('api/react/runs')
@UseFilters(ProblemFilter)
@UsePipes(StrictPipe)
export class RunsController {
  constructor(private readonly service: ReActAgentService) {}

  @Get()
  @ApiOperation({ summary: 'The runs, newest first, without their steps.' })
  @ApiOkResponse({ type: RunPageDto })
  @ProblemResponses(400, 503)
  async list(@Query() query: ListRunsDto): Promise<{ items: RunSummary[]; nextCursor: string | null }> {
    const { items, nextCursor } = await this.service.list(query);
    return { items, nextCursor: nextCursor ?? null };
  }

  @Get(':runId')
  @ApiOperation({ summary: 'A run so far, also while it runs.' })
  @ApiParam(RUN_ID)
  @ApiOkResponse({ type: ReActResultDto })
  @ProblemResponses(404, 503)
  read(@Param('runId') runId: string): Promise<ReActResult> {
    return this.service.result(checked(runId));
  }

  @Get(':runId/events')
  @ApiOperation({ summary: 'The facts of a run so far, in order.' })
  @ApiParam(RUN_ID)
  @ApiOkResponse({ type: RunEventListDto })
  @ProblemResponses(404, 503)
  async events(@Param('runId') runId: string): Promise<{ items: RunEvent[] }> {
    return { items: await this.service.events(checked(runId)) };
  }
}

/** What cannot be an id of a run is the id of no run. */
function checked(runId: string): string {
  if (/^[0-9a-f-]{36}$/.test(runId)) return runId;
  throw new RunNotFoundError('No such run');
}
