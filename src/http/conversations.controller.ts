import { Controller, Delete, Get, HttpCode, HttpStatus, Param, UseFilters, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from './openapi';
import { AccessGuard, Caller } from '../access/access.guard';
import type { Principal } from '../access/principal';
import { ReActAgentService } from '../agent/react-agent.service';
import { ConversationNotFoundError } from '../core/errors';
import { ConversationDto } from './dto/conversation.dto';
import { NeedsKey } from './needs-key.decorator';
import { ProblemFilter } from './problem.filter';
import { ProblemResponses } from './problem-responses.decorator';
import { WithoutBody } from './without-body.guard';
import { WithoutQuery } from './without-query.guard';

const CONVERSATION_ID = { name: 'conversationId', description: 'What its runs share.', example: 'talk-42' };

@ApiTags('conversations')
@Controller('api/react/conversations')
@UseFilters(ProblemFilter)
@UseGuards(AccessGuard, WithoutQuery)
export class ConversationsController {
  constructor(private readonly service: ReActAgentService) {}

  @Get(':conversationId')
  @NeedsKey('ask')
  @ApiOperation({ summary: 'The runs of a conversation, oldest first, without their steps.' })
  @ApiParam(CONVERSATION_ID)
  @ApiOkResponse({ type: ConversationDto })
  @ProblemResponses('conversation_not_found', 'store_failed')
  async read(
    @Param('conversationId') conversationId: string,
    @Caller() { tenant }: Principal,
  ): Promise<ConversationDto> {
    return { conversationId, items: await this.service.conversation(checked(conversationId), tenant) };
  }

  @Delete(':conversationId')
  @UseGuards(WithoutBody)
  @NeedsKey('write')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({ summary: 'Forgets the runs of a conversation and their events.' })
  @ApiParam(CONVERSATION_ID)
  @ApiNoContentResponse({ description: 'They are gone.' })
  @ProblemResponses('conversation_not_found', 'conversation_busy', 'store_failed')
  @ProblemResponses('bad_request', 'content_too_large', 'unsupported_media_type')
  forget(@Param('conversationId') conversationId: string, @Caller() { tenant }: Principal): Promise<void> {
    return this.service.forget(checked(conversationId), tenant);
  }
}

/** What cannot be an id of a conversation is the id of none. */
function checked(conversationId: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(conversationId)) return conversationId;
  throw new ConversationNotFoundError('No such conversation');
}
