import { ApiPropertyOptional } from '../openapi';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsString, Length, Matches, Max, Min } from 'class-validator';
import { IfPresent } from './if-present.decorator';
import { plainInteger } from './plain-integer';

const STATUSES = ['queued', 'running', 'waiting', 'answered', 'stopped', 'failed', 'cancelled'];

const AGENT = 'expected the name of an agent, 1 to 64 characters';
const LIMIT = 'expected an integer from 1 to 100';
const CURSOR = 'expected the nextCursor of the page before';

export class ListRunsDto {
  @ApiPropertyOptional({ description: 'Only runs of this agent.', example: 'bitmall' })
  @IfPresent()
  @IsString({ message: AGENT })
  @Length(1, 64, { message: AGENT })
  agent?: string;

  @ApiPropertyOptional({ description: 'Only runs in this status.', example: 'answered', enum: STATUSES })
  @IfPresent()
  @IsIn(STATUSES, { message: `expected one of: ${STATUSES.join(', ')}` })
  status?: string;

  @ApiPropertyOptional({ description: 'Only runs of this conversation.', example: 'talk-42' })
  @IfPresent()
  @Matches(/^[A-Za-z0-9_-]{1,64}$/, { message: 'expected 1 to 64 characters of A-Z, a-z, 0-9, _ and -' })
  conversationId?: string;

  @ApiPropertyOptional({ description: 'Runs a page.', example: 20, minimum: 1, maximum: 100, default: 20 })
  @IfPresent()
  @Transform(({ value }) => plainInteger(value))
  @IsInt({ message: LIMIT })
  @Min(1, { message: LIMIT })
  @Max(100, { message: LIMIT })
  limit = 20;

  @ApiPropertyOptional({ description: '`nextCursor` of the page before.', example: 'MTc2NDUw…' })
  @IfPresent()
  @IsString({ message: CURSOR })
  @Length(1, 512, { message: CURSOR })
  cursor?: string;
}
