import { ApiPropertyOptional } from '../openapi';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Length, Matches, Max, Min } from 'class-validator';

const STATUSES = ['queued', 'running', 'waiting', 'answered', 'stopped', 'failed', 'cancelled'];

export class ListRunsDto {
  @ApiPropertyOptional({ description: 'Only runs of this agent.', example: 'bitmall' })
  @IsOptional()
  @IsString()
  @Length(1, 64)
  agent?: string;

  @ApiPropertyOptional({ description: 'Only runs in this status.', example: 'answered', enum: STATUSES })
  @IsOptional()
  @IsIn(STATUSES, { message: `expected one of: ${STATUSES.join(', ')}` })
  status?: string;

  @ApiPropertyOptional({ description: 'Only runs of this conversation.', example: 'talk-42' })
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,64}$/, { message: 'expected 1 to 64 characters of A-Z, a-z, 0-9, _ and -' })
  conversationId?: string;

  @ApiPropertyOptional({ description: 'Runs a page.', example: 20, minimum: 1, maximum: 100, default: 20 })
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: 'expected an integer from 1 to 100' })
  @Min(1, { message: 'expected an integer from 1 to 100' })
  @Max(100, { message: 'expected an integer from 1 to 100' })
  limit = 20;

  @ApiPropertyOptional({ description: '`nextCursor` of the page before.', example: 'MTc2NDUw…' })
  @IsOptional()
  @IsString()
  @Length(1, 512)
  cursor?: string;
}
