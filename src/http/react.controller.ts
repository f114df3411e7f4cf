import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  HttpStatus,
  Post,
  Res,
  UseFilters,
  UseGuards,
  UsePipes,
} from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from './openapi';
import { AccessGuard, Caller } from '../access/access.guard';
import { ownerOf, type Principal } from '../access/principal';
import { AgentRegistry } from '../agent/agent-registry';
import { ReActAgentService } from '../agent/react-agent.service';
import type { AskRequest } from '../agent/ask-request';
import { RepeatedRequestError } from '../agent/request-keys';
import { toReActResult } from '../core/react-result';
import { ToolRegistry } from '../tools/tool-registry';
import { wantsEventStream } from './accepts';
import { answerAgain, answerRun, streamAgain } from './answer-run';
import { AskDto } from './dto/ask.dto';
import { AgentListDto, ToolListDto } from './dto/catalogue.dto';
import { ReActResultDto } from './dto/react-result.dto';
import { IDEMPOTENCY_KEY, idempotencyKeyOf, REPLAYED_HEADER } from './idempotency-key';
import type { HttpResponse } from './http-response';
import { NeedsKey } from './needs-key.decorator';
import { ProblemFilter } from './problem.filter';
import { ProblemResponses } from './problem-responses.decorator';
import { refuseUnlessJsonOrStream } from './refuse-unacceptable';
import { OpenStreams } from './sse/open-streams';
import { SseWriter, type SseResponse } from './sse/sse-writer';
import { streamRun } from './sse/stream-run';
import { StrictPipe } from './strict.pipe';
import { whenGone } from './when-gone';
import { WithoutQuery } from './without-query.guard';

@ApiTags('react')
@Controller('api/react')
@UseFilters(ProblemFilter)
@UseGuards(AccessGuard, WithoutQuery)
@NeedsKey('ask')
@UsePipes(StrictPipe)
export class ReActController {
  constructor(
    private readonly service: ReActAgentService,
    private readonly agents: AgentRegistry,
    private readonly tools: ToolRegistry,
    private readonly streams: OpenStreams,
  ) {}

  @Post('ask')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Ask an agent; answers with the whole run, every step included.' })
  @ApiOkResponse({
    description:
      'The run ended: answered, stopped by a limit, or cancelled. As text/event-stream: its events while it runs.',
    type: ReActResultDto,
    headers: REPLAYED_HEADER,
  })
  @ApiHeader(IDEMPOTENCY_KEY)
  @ApiAcceptedResponse({ description: 'The run waits for an approval.', type: ReActResultDto })
  @ProblemResponses('bad_request', 'not_acceptable', 'conversation_busy', 'content_too_large', 'unsupported_media_type')
  @ProblemResponses('internal', 'model_failed', 'model_bad_reply', 'model_overloaded', 'store_failed', 'overloaded')
  @ProblemResponses('model_timeout', 'request_in_progress', 'idempotency_key_reused')
  async ask(
    @Body() body: AskDto,
    @Headers() headers: Record<string, string | undefined>,
    @Caller() caller: Principal,
    @Res() response: HttpResponse & SseResponse,
  ): Promise<void> {
    refuseUnlessJsonOrStream(headers);
    const { detached, ...asked } = body;
    const request = { ...asked, ...ownerOf(caller), ...idempotencyKeyOf(headers, 'ask', body) };
    const left = new AbortController();
    // the request's own 'close' comes right after its body was read; only the response tells that the client has left
    whenGone(response, () => {
      if (!response.writableEnded && !detached) left.abort(new Error('The client left'));
    });
    const isStream = wantsEventStream(headers['accept']);
    try {
      if (isStream) await this.#stream(request, left.signal, response);
      else answerRun(await this.service.run(request, left.signal), response);
    } catch (error) {
      if (!(error instanceof RepeatedRequestError)) throw error;
      if (isStream) await this.streams.hold(caller, () => streamAgain(error, this.service, response));
      else answerAgain(error, response);
    }
  }

  async #stream(request: AskRequest, signal: AbortSignal, response: SseResponse): Promise<void> {
    const { runId, ended } = await this.service.begin(request, signal);
    const over = new AbortController(); // a run that waits, or that cannot be stored, has no last event
    const end = (): void => over.abort();
    ended.then(end, end);
    const events = this.service.follow(runId, over.signal, { tenant: request.tenant });
    await streamRun(
      () => new SseWriter(response),
      events,
      async () => toReActResult(await ended),
    );
  }

  @Get('agents')
  @ApiOperation({ summary: 'The agents that can be asked.' })
  @ApiOkResponse({ type: AgentListDto })
  @ProblemResponses('bad_query')
  listAgents(): AgentListDto {
    const standard = this.agents.get(undefined).definition.name;
    const items = this.agents.list().map(({ definition, protocol, limits, tools }) => ({
      name: definition.name,
      description: definition.description ?? '',
      tools: tools.specs.map(({ name }) => name),
      protocol,
      language: definition.language ?? 'en',
      isDefault: definition.name === standard,
      limits: { maxSteps: limits.maxSteps, maxTokens: limits.maxTokens, deadlineMs: limits.deadlineMs },
    }));
    return { items };
  }

  @Get('tools')
  @ApiOperation({ summary: 'The tools, with their JSON Schemas and effects.' })
  @ApiOkResponse({ type: ToolListDto })
  @ProblemResponses('bad_query')
  listTools(): ToolListDto {
    return { items: this.tools.list() };
  }
}
