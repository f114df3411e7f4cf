import { Body, Controller, Headers, HttpCode, HttpStatus, Param } from '@nestjs/common';
import { Post, Res, UseFilters, UseGuards, UsePipes } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from './openapi';
import { AccessGuard, Caller } from '../access/access.guard';
import { ownerOf, type Principal } from '../access/principal';
import { ReActAgentService } from '../agent/react-agent.service';
import { toReActResult } from '../core/react-result';
import type { Run } from '../core/run';
import { wantsEventStream } from './accepts';
import { DecisionDto } from './dto/decision.dto';
import { ReActResultDto } from './dto/react-result.dto';
import type { HttpResponse } from './http-response';
import { NeedsKey } from './needs-key.decorator';
import { ProblemFilter } from './problem.filter';
import { ProblemResponses } from './problem-responses.decorator';
import { refuseUnlessJsonOrStream } from './refuse-unacceptable';
import { checkedRunId, RUN_ID } from './run-id';
import { SseWriter, type SseResponse } from './sse/sse-writer';
import { streamRun } from './sse/stream-run';
import { StrictPipe } from './strict.pipe';
import { unlessDamaged } from './unless-damaged';
import { whenGone } from './when-gone';
import { WithoutQuery } from './without-query.guard';

@ApiTags('runs')
@Controller('api/react/runs')
@UseFilters(ProblemFilter)
@UseGuards(AccessGuard)
@UsePipes(StrictPipe)
@NeedsKey('approve')
export class ApprovalsController {
  constructor(private readonly service: ReActAgentService) {}

  @Post(':runId/approvals/:callId')
  @UseGuards(WithoutQuery)
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary: 'Decides about a call that waits for a person; the run goes on.',
    description:
      'The decision is stored first; then the run goes on, also when the client leaves. The answer comes when the run ends or ' +
      'waits again. It holds for exactly this call of this run with this input, once: whoever comes later gets 409.',
  })
  @ApiParam(RUN_ID)
  @ApiParam({ name: 'callId', description: 'Id of the call, from `pendingApprovals`.', example: 's4_call_0' })
  @ApiOkResponse({
    description:
      'The run ended, however it did: `status` tells. As text/event-stream: its events from the decision on, and the result.',
    type: ReActResultDto,
  })
  @ApiAcceptedResponse({
    description: 'The decision is stored, and the run waits for another one, or goes on elsewhere.',
    type: ReActResultDto,
  })
  @ProblemResponses('bad_decision', 'run_not_found', 'approval_not_found', 'not_acceptable', 'approval_decided')
  @ProblemResponses('approval_expired', 'run_ended', 'content_too_large', 'unsupported_media_type', 'internal')
  @ProblemResponses('overloaded', 'store_failed', 'run_damaged')
  async decide(
    @Param('runId') runId: string,
    @Param('callId') callId: string,
    @Body() body: DecisionDto,
    @Caller() caller: Principal,
    @Headers() headers: Record<string, string | undefined>,
    @Res() response: HttpResponse & SseResponse,
  ): Promise<void> {
    refuseUnlessJsonOrStream(headers);
    const call = { ...ownerOf(caller), runId: checkedRunId(runId), callId, by: caller.name };
    const { seq, ended } = await unlessDamaged(runId, this.service.decide(call, body));
    if (wantsEventStream(headers['accept'])) return this.#stream({ ...call, seq }, ended, response);
    const result = toReActResult(await ended);
    const isOpen = ['queued', 'running', 'waiting'].includes(result.status);
    response.statusCode = isOpen ? HttpStatus.ACCEPTED : HttpStatus.OK;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(result));
  }

  async #stream(
    { tenant, runId, seq }: { tenant: string; runId: string; seq: number },
    ended: Promise<Run>,
    response: SseResponse,
  ): Promise<void> {
    const over = new AbortController();
    const end = (): void => over.abort();
    ended.then(end, end);
    whenGone(response, end); // a reader that leaves takes nothing from the run
    const events = this.service.follow(runId, over.signal, { tenant, afterSeq: seq - 1 });
    await streamRun(
      () => new SseWriter(response),
      events,
      async () => toReActResult(await ended),
    );
  }
}
