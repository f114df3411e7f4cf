import { ApiProperty, ApiPropertyOptional } from '../openapi';

class FieldFaultDto {
  @ApiProperty({ description: 'JSON pointer to the field.', example: '#/question' })
  pointer!: string;

  @ApiProperty({ description: 'What was expected.', example: 'expected a string of 1 to 32768 characters, not blank' })
  detail!: string;
}

/** RFC 9457 problem details. */
export class ProblemDto {
  @ApiProperty({ description: 'Kind of problem, a URI.', example: 'about:blank' })
  type!: string;

  @ApiProperty({ description: 'The status in words.', example: 'Bad request' })
  title!: string;

  @ApiProperty({ description: 'HTTP status.', example: 400 })
  status!: number;

  @ApiProperty({
    description: 'What went wrong here.',
    example: '#/question: expected a string of 1 to 32768 characters, not blank',
  })
  detail!: string;

  @ApiProperty({ description: 'Stable code.', example: 'bad_request' })
  code!: string;

  @ApiPropertyOptional({
    description: 'The run, whose steps so far can be read.',
    example: '0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55',
  })
  runId?: string;

  @ApiPropertyOptional({ description: 'The fields at fault.', type: [FieldFaultDto] })
  errors?: FieldFaultDto[];

  @ApiPropertyOptional({ description: 'Whether the same request may succeed later.', example: false })
  retryable?: boolean;
}
