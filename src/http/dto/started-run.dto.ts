import { ApiProperty } from '../openapi';
import type { RunStatus } from '../../core/react-result';

export class StartedRunDto {
  @ApiProperty({ description: 'Id of the run.', example: '0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55' })
  runId!: string;

  @ApiProperty({ description: 'Where the run stands: it is stored and waits for its turn.', example: 'queued' })
  status!: RunStatus;
}
