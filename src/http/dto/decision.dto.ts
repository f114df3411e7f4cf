import { ApiProperty, ApiPropertyOptional } from '../openapi';
import { IsBoolean, IsObject, IsString, Length, Matches } from 'class-validator';
import { MAX_COMMENT } from '../../agent/check-decision';
import { VISIBLE } from '../../agent/check-ask-request';
import { IfPresent } from './if-present.decorator';

const COMMENT = `expected a string of 1 to ${MAX_COMMENT} characters, not blank`;

/** What a person decides about a call. */
export class DecisionDto {
  @ApiProperty({ description: 'True: the call runs. False: it does not, and the model is told.', example: true })
  @IsBoolean({ message: 'expected true or false' })
  approved!: boolean;

  @ApiPropertyOptional({
    description: "Arguments in place of the model's, whole; only with an approval. Validated like the model's own.",
    example: { orderId: '88231', reason: '充电故障' },
    type: Object,
    additionalProperties: true,
  })
  @IfPresent()
  @IsObject({ message: "expected an object, the tool's arguments" })
  input?: object;

  @ApiPropertyOptional({
    description: 'Why; the model is told when the call is rejected.',
    example: '请先联系顾客',
    minLength: 1,
    maxLength: MAX_COMMENT,
  })
  @IfPresent()
  @IsString({ message: COMMENT })
  @Length(1, MAX_COMMENT, { message: COMMENT })
  @Matches(VISIBLE, { message: COMMENT })
  comment?: string;
}
