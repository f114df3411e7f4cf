import { ApiPropertyOptional } from '../openapi';
import { Transform } from 'class-transformer';
import { IsInt } from 'class-validator';
import { IfPresent } from './if-present.decorator';
import { plainInteger } from './plain-integer';

export class FollowRunDto {
  @ApiPropertyOptional({ description: 'Only events after this one.', example: 7, minimum: 0, default: 0 })
  @IfPresent()
  @Transform(({ value }) => plainInteger(value))
  @IsInt({ message: 'expected the id of an event, a whole number' })
  after = 0;
}
