import { Body, Controller, Get, Headers, HttpCode, HttpStatus, Param } from '@nestjs/common';
import { Post, Query, Res, UseFilters, UseGuards, UsePipes } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse } from './openapi';
import { ApiOperation, ApiParam, ApiTags } from './openapi';
import { AccessGuard, Caller } from '../access/access.guard';
import { ownerOf, type Principal } from '../access/principal';
import { ReActAgentService } from '../agent/react-agent.service';
import { RepeatedRequestError } from '../agent/request-keys';
import { BadRequestError } from '../core/errors';
import type { ReActResult } from '../core/react-result';
import type { RunEvent } from '../core/run-event';
import type { RunSummary } from '../core/run-store';
import { wantsEventStream } from './accepts';
import { StartRunDto } from './dto/ask.dto';
import { RunEventListDto } from './dto/catalogue.dto';
import { FollowRunDto } from './dto/follow-run.dto';
import { ListRunsDto } from './dto/list-runs.dto';
import { ReActResultDto } from './dto/react-result.dto';
import { RunPageDto } from './dto/run-summary.dto';
import { StartedRunDto } from './dto/started-run.dto';
import { IDEMPOTENCY_KEY, idempotencyKeyOf, markReplayed, REPLAYED_HEADER } from './idempotency-key';
import type { HttpResponse } from './http-response';
import { NeedsKey } from './needs-key.decorator';
import { ProblemFilter } from './problem.filter';
import { ProblemResponses } from './problem-responses.decorator';
import { refuseUnlessJson } from './refuse-unacceptable';
import { checkedRunId as checked, RUN_ID } from './run-id';
import { OpenStreams } from './sse/open-streams';
import { SseWriter, type SseResponse } from './sse/sse-writer';
import { streamRun } from './sse/stream-run';
import { StrictPipe } from './strict.pipe';
import { unlessDamaged } from './unless-damaged';
import { whenGone } from './when-gone';
import { WithoutBody } from './without-body.guard';
import { WithoutQuery } from './without-query.guard';

const LOCATION = `/api/react/runs/${RUN_ID.example}`;

@ApiTags('runs')
@Controller('api/react/runs')
@UseFilters(ProblemFilter)
@UseGuards(AccessGuard)
@UsePipes(StrictPipe)
@NeedsKey('ask')
export class RunsController {
  constructor(
    private readonly service: ReActAgentService,
    private readonly streams: OpenStreams,
  ) {}

  @Post()
  @UseGuards(WithoutQuery)
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiOperation({
    summary: 'Ask an agent in the background: the run goes on when the client leaves, and after a restart.',
  })
  @ApiAcceptedResponse({
    description: 'The run is stored and waits for its turn.',
    type: StartedRunDto,
    headers: {
      Location: { description: 'Where to read the run.', schema: { type: 'string', example: LOCATION } },
      ...REPLAYED_HEADER,
    },
  })
  @ApiHeader(IDEMPOTENCY_KEY)
  @ProblemResponses('bad_request', 'not_acceptable', 'conversation_busy', 'content_too_large', 'unsupported_media_type')
  @ProblemResponses('internal', 'overloaded', 'store_failed', 'idempotency_key_reused')
  async start(
    @Body() body: StartRunDto,
    @Headers() headers: Record<string, string | undefined>,
    @Caller() caller: Principal,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<StartedRunDto> {
    refuseUnlessJson(headers);
    const request = { ...body, ...ownerOf(caller), ...idempotencyKeyOf(headers, 'runs', body) };
    const started = await this.service.enqueue(request).catch((error: unknown): StartedRunDto => {
      if (!(error instanceof RepeatedRequestError)) throw error;
      markReplayed(response);
      return { runId: error.runId, status: 'queued' }; // as the first one was answered
    });
    response.setHeader('Location', `/api/react/runs/${started.runId}`);
    return started;
  }

  @Get()
  @ApiOperation({
    summary: 'The runs, newest first, without their steps.',
    description:
      'A question, answer or final thought of more than 2,000 characters is cut here, and a mark tells its length; so is the input of an approval, as JSON in its field `cut`. The run itself has them whole.',
  })
  @ApiOkResponse({ type: RunPageDto })
  @ProblemResponses('bad_query', 'store_failed')
  async list(
    @Query() query: ListRunsDto,
    @Caller() { tenant }: Principal,
  ): Promise<{ items: RunSummary[]; nextCursor: string | null }> {
    const { items, nextCursor } = await this.service.list(query, tenant);
    return { items, nextCursor: nextCursor ?? null };
  }

  @Get(':runId')
  @UseGuards(WithoutQuery)
  @ApiOperation({ summary: 'A run so far, also while it runs.' })
  @ApiParam(RUN_ID)
  @ApiOkResponse({ type: ReActResultDto })
  @ProblemResponses('run_not_found', 'store_failed')
  read(@Param('runId') runId: string, @Caller() { tenant }: Principal): Promise<ReActResult> {
    return this.service.result(checked(runId), tenant);
  }

  @Post(':runId/cancel')
  @UseGuards(WithoutQuery, WithoutBody)
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Ends a run as cancelled, wherever it stands; its model call and its tools are aborted.' })
  @ApiParam(RUN_ID)
  @ApiOkResponse({ description: 'The run, cancelled, with every step so far.', type: ReActResultDto })
  @ProblemResponses('run_not_found', 'run_ended', 'run_damaged', 'store_failed', 'bad_request')
  @ProblemResponses('content_too_large', 'unsupported_media_type')
  cancel(@Param('runId') runId: string, @Caller() { tenant }: Principal): Promise<ReActResult> {
    return unlessDamaged(runId, this.service.cancel(checked(runId), tenant));
  }

  @Get(':runId/events')
  @ApiOperation({
    summary: 'The facts of a run so far, in order; as text/event-stream, those to come and previews of text as well.',
  })
  @ApiParam(RUN_ID)
  @ApiOkResponse({ type: RunEventListDto })
  @ApiHeader({ name: 'Last-Event-ID', required: false, description: 'Like `after`, as EventSource sends it.' })
  @ApiNoContentResponse({ description: 'As a stream: nothing will come after that event.' })
  @ProblemResponses('bad_query', 'run_not_found', 'store_failed', 'overloaded')
  async events(
    @Param('runId') runId: string,
    @Query() { after }: FollowRunDto,
    @Headers() headers: Record<string, string | undefined>,
    @Caller() caller: Principal,
    @Res() response: HttpResponse & SseResponse,
  ): Promise<void> {
    const { tenant } = caller;
    const events = await this.service.events(checked(runId), tenant);
    const afterSeq = lastEventId(headers['last-event-id']) ?? after;
    const last = events.at(-1)!;
    if (wantsEventStream(headers['accept']))
      return this.streams.hold(caller, () => this.#stream({ runId, tenant, afterSeq }, last, response));
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(JSON.stringify({ items: events.filter(({ seq }) => seq > afterSeq) }));
  }

  async #stream(
    { runId, tenant, afterSeq }: { runId: string; tenant: string; afterSeq: number },
    last: RunEvent,
    response: SseResponse,
  ): Promise<void> {
    if (last.type === 'run.finished' && afterSeq >= last.seq) {
      response.writeHead(HttpStatus.NO_CONTENT).end(); // an EventSource stops then
      return;
    }
    const left = new AbortController(); // a reader that leaves takes nothing from the run
    whenGone(response, () => left.abort());
    const known = Math.min(afterSeq, last.seq); // nobody can have seen what is not there
    const events = this.service.follow(runId, left.signal, { tenant, afterSeq: known });
    const writer = new SseWriter(response); // at once: the next event may be long in coming
    await streamRun(
      () => writer,
      events,
      async () => {
        const result = await this.service.result(runId, tenant);
        return isOver(result) ? result : undefined;
      },
    );
  }
}

const isOver = ({ status }: ReActResult): boolean => !['queued', 'running', 'waiting'].includes(status);

function lastEventId(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  throw new BadRequestError('Last-Event-ID: expected the id of an event of this run, a whole number');
}
