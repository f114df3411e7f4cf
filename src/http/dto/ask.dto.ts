import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Min,
  ValidateNested,
} from 'class-validator';

export class LimitsDto {
  @ApiPropertyOptional({
    description: 'Steps (turns of the model) before an answer is forced.',
    example: 10,
    minimum: 1,
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  maxSteps?: number;

  @ApiPropertyOptional({
    description: 'Tokens of all model calls before an answer is forced.',
    example: 60000,
    minimum: 1,
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  maxTokens?: number;

  @ApiPropertyOptional({ description: 'Time of the run in ms.', example: 180000, minimum: 1 })
  @IsOptional()
  @IsInt()
  @Min(1)
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
  @IsString({ message: 'expected a string of 1 to 32768 characters' })
  @Length(1, 32768, { message: 'expected 1 to 32768 characters' })
  @Matches(/\S/, { message: 'must not be blank' })
  question!: string;

  @ApiPropertyOptional({ description: 'Name of the agent; the default one when absent.', example: 'sales' })
  @IsOptional()
  @IsString({ message: 'expected the name of an agent' })
  @Length(1, 64, { message: 'expected 1 to 64 characters' })
  agent?: string;

  @ApiPropertyOptional({
    description:
      'Links runs, one at a time: the new run knows the newest questions and answers of the earlier ones, as many as fit.',
    example: 'talk-42',
    pattern: '^[A-Za-z0-9_-]{1,64}$',
  })
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,64}$/, { message: 'expected 1 to 64 characters of A-Z, a-z, 0-9, _ and -' })
  conversationId?: string;

  @ApiPropertyOptional({
    description: "Spelling of the steps, instead of the agent's own.",
    example: 'text',
    enum: ['text', 'json', 'native', 'auto'],
  })
  @IsOptional()
  @IsString({ message: 'expected the name of a protocol' })
  @Length(1, 16, { message: 'expected 1 to 16 characters' })
  protocol?: string;

  @ApiPropertyOptional({ description: "Limits of this run; clamped to the server's own.", type: () => LimitsDto })
  @IsOptional()
  @IsObject({ message: 'expected an object' })
  @ValidateNested()
  @Type(() => LimitsDto)
  limits?: LimitsDto;
}

export class AskDto extends StartRunDto {
  @ApiPropertyOptional({ description: 'True: the run goes on when the client leaves.', example: false, default: false })
  @IsOptional()
  @IsBoolean({ message: 'expected true or false' })
  detached?: boolean;
}
