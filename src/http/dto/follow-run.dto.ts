import { ApiPropertyOptional } from '../openapi';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

export class FollowRunDto {
  @ApiPropertyOptional({ description: 'Only events after this one.', example: 7, minimum: 0, default: 0 })
  @Type(() => Number)
  @IsInt({ message: 'expected the id of an event, a whole number' })
  @Min(0, { message: 'expected the id of an event, a whole number' })
  @Max(999_999_999, { message: 'expected the id of an event, a whole number' })
  after = 0;
}
