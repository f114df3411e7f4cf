import { ApiProperty } from '../openapi';
import type { ReActResult, ReActStep } from '../../core/react-result';
import { RunSummaryDto, UsageDto } from './run-summary.dto';

/** One row per action, in order; a reply that could not be read is a row with action null. */
export class ReActStepDto implements ReActStep {
  @ApiProperty({ description: 'Counts rows, from 1.', example: 1 })
  index!: number;

  @ApiProperty({ description: 'Counts turns of the model, from 1.', example: 1 })
  step!: number;

  @ApiProperty({
    description: 'Id of the call, unique in the run.',
    example: 's1_call_0',
    nullable: true,
    type: String,
  })
  callId!: string | null;

  @ApiProperty({ description: 'What the model thought.', example: '先查两年的 Q3 销售额。' })
  thought!: string;

  @ApiProperty({
    description: 'The tool; null for a reply that could not be read.',
    example: 'DatabaseQuery',
    nullable: true,
    type: String,
  })
  action!: string | null;

  @ApiProperty({
    description: 'Input as the tool received it, validated; null when the call could not run.',
    example: { query: 'SELECT SUM(amount) FROM sales' },
    nullable: true,
    type: Object,
    additionalProperties: true,
  })
  actionInput!: object | null;

  @ApiProperty({
    description: 'Input as the model wrote it.',
    example: 'SELECT SUM(amount) FROM sales',
    nullable: true,
    type: String,
  })
  rawInput!: string | null;

  @ApiProperty({
    description: 'What the tool answered.',
    example: '{"rows":[[5280000]]}',
    nullable: true,
    type: String,
  })
  observation!: string | null;

  @ApiProperty({
    description: 'False for an error observation, null while there is none.',
    example: true,
    nullable: true,
    type: Boolean,
  })
  ok!: boolean | null;

  @ApiProperty({
    description: 'There, and true, where nobody knows whether a write has happened: a person must check.',
    example: true,
    required: false,
    type: Boolean,
  })
  effectUnknown?: true;

  @ApiProperty({
    description: 'There, and true, where others than the operator may have written the observation.',
    example: true,
    required: false,
    type: Boolean,
  })
  untrusted?: true;

  @ApiProperty({ description: 'When the step began, ISO 8601.', example: '2026-06-30T11:05:23.000Z' })
  startedAt!: string;

  @ApiProperty({ description: 'Time of the model call in ms; on the first row of a step, else 0.', example: 812 })
  modelMs!: number;

  @ApiProperty({ description: 'Time of the tool in ms.', example: 4 })
  toolMs!: number;

  @ApiProperty({
    description: 'Tokens of the model call; on the first row of a step, else null.',
    type: UsageDto,
    nullable: true,
  })
  usage!: UsageDto | null;
}

export class ReActResultDto extends RunSummaryDto implements ReActResult {
  @ApiProperty({ description: 'Every step of the run.', type: [ReActStepDto] })
  steps!: ReActStepDto[];
}
