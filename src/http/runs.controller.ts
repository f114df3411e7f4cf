import { Controller, Get, Headers, Param, Query, UseFilters, UseGuards, UsePipes } from '@nestjs/common';
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
import { refuseHeader, refuseStreams } from './refuse-unsupported';
import { StrictPipe } from './strict.pipe';
import { WithoutQuery } from './without-query.guard';

const RUN_ID = { name: 'runId', description: 'Id of the run.', example: '0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55' };

@ApiTags('runs')
@Controller('api/react/runs')
@UseFilters(ProblemFilter)
@UsePipes(StrictPipe)
export class RunsController {
  constructor(private readonly service: ReActAgentService) {}

  @Get()
  @ApiOperation({
    summary: 'The runs, newest first, without their steps.',
    description:
      'A question, answer or final thought of more than 2,000 characters is cut here, and a mark tells its length; the run itself has the whole text.',
  })
  @ApiOkResponse({ type: RunPageDto })
  @ProblemResponses(400, 503)
  async list(@Query() query: ListRunsDto): Promise<{ items: RunSummary[]; nextCursor: string | null }> {
    const { items, nextCursor } = await this.service.list(query);
    return { items, nextCursor: nextCursor ?? null };
  }

  @Get(':runId')
  @UseGuards(WithoutQuery)
  @ApiOperation({ summary: 'A run so far, also while it runs.' })
  @ApiParam(RUN_ID)
  @ApiOkResponse({ type: ReActResultDto })
  @ProblemResponses(400, 404, 503)
  read(@Param('runId') runId: string): Promise<ReActResult> {
    return this.service.result(checked(runId));
  }

  @Get(':runId/events')
  @UseGuards(WithoutQuery)
  @ApiOperation({ summary: 'The facts of a run so far, in order.' })
  @ApiParam(RUN_ID)
  @ApiOkResponse({ type: RunEventListDto })
  @ProblemResponses(400, 404, 406, 503)
  async events(
    @Param('runId') runId: string,
    @Headers() headers: Record<string, string | undefined>,
  ): Promise<{ items: RunEvent[] }> {
    refuseHeader(headers, 'Last-Event-ID');
    refuseStreams(headers);
    return { items: await this.service.events(checked(runId)) };
  }
}

/** What cannot be an id of a run is the id of no run. */
function checked(runId: string): string {
  if (/^[0-9a-f-]{36}$/.test(runId)) return runId;
  throw new RunNotFoundError('No such run');
}
