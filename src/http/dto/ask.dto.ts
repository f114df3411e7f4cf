import { VISIBLE } from '../../agent/check-ask-request';
import { ApiProperty, ApiPropertyOptional } from '../openapi';
import { Type } from 'class-transformer';
import { IsBoolean, IsInt, IsObject, IsString, Length, Matches, Min, ValidateNested } from 'class-validator';
import { IfPresent } from './if-present.decorator';

// one sentence for each field, whichever rule is broken: which of them a value breaks first tells a caller nothing
const QUESTION = 'expected a string of 1 to 32768 characters, not blank';
const AGENT = 'expected the name of an agent, a string of 1 to 64 characters';
const PROTOCOL = 'expected the name of a protocol, a string of 1 to 16 characters';
const LIMITS = 'expected an object with maxSteps, maxTokens or deadlineMs';
const INTEGER = 'expected an integer from 1';

export class LimitsDto {
  @ApiPropertyOptional({
    description: 'Steps (turns of the model) before an answer is forced.',
    example: 10,
    minimum: 1,
  })
  @IfPresent()
  @IsInt({ message: INTEGER })
  @Min(1, { message: INTEGER })
  maxSteps?: number;

  @ApiPropertyOptional({
    description: 'Tokens of all model calls before an answer is forced.',
    example: 60000,
    minimum: 1,
  })
  @IfPresent()
  @IsInt({ message: INTEGER })
  @Min(1, { message: INTEGER })
  maxTokens?: number;

  @ApiPropertyOptional({ description: 'Time of the run in ms.', example: 180000, minimum: 1 })
  @IfPresent()
  @IsInt({ message: INTEGER })
  @Min(1, { message: INTEGER })
  deadlineMs?: number;
}

/** A question for a background run. */
export class StartRunDto {
  @ApiProperty({
    description: 'What the agent shall answer.',
    example: '我们公司 Q3 季度的总销售额是多少，和去年同期相比增长了多少百分比？',
    minLength: 1,
    maxLength: 32768,
  })
  @IsString({ message: QUESTION })
  @Length(1, 32768, { message: QUESTION })
  @Matches(VISIBLE, { message: QUESTION })
  question!: string;

  @ApiPropertyOptional({ description: 'Name of the agent; the default one when absent.', example: 'sales' })
  @IfPresent()
  @IsString({ message: AGENT })
  @Length(1, 64, { message: AGENT })
  agent?: string;

  @ApiPropertyOptional({
    description:
      'Links runs, one at a time: the new run knows the newest questions and answers of the earlier ones, as many as fit.',
    example: 'talk-42',
    pattern: '^[A-Za-z0-9_-]{1,64}$',
  })
  @IfPresent()
  @Matches(/^[A-Za-z0-9_-]{1,64}$/, { message: 'expected 1 to 64 characters of A-Z, a-z, 0-9, _ and -' })
  conversationId?: string;

  @ApiPropertyOptional({
    description: "Spelling of the steps, instead of the agent's own.",
    example: 'text',
    enum: ['text', 'json', 'native', 'auto'],
  })
  @IfPresent()
  @IsString({ message: PROTOCOL })
  @Length(1, 16, { message: PROTOCOL })
  protocol?: string;

  @ApiPropertyOptional({ description: "Limits of this run; clamped to the server's own.", type: () => LimitsDto })
  @IfPresent()
  @IsObject({ message: LIMITS })
  @ValidateNested({ message: LIMITS })
  @Type(() => LimitsDto)
  limits?: LimitsDto;
}

export class AskDto extends StartRunDto {
  @ApiPropertyOptional({ description: 'True: the run goes on when the client leaves.', example: false, default: false })
  @IfPresent()
  @IsBoolean({ message: 'expected true or false' })
  detached?: boolean;
}
