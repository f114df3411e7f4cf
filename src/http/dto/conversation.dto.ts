import { ApiProperty } from '../openapi';
import { RunSummaryDto } from './run-summary.dto';

export class ConversationDto {
  @ApiProperty({ description: 'What its runs share.', example: 'talk-42' })
  conversationId!: string;

  @ApiProperty({ description: 'Its runs, oldest first, without their steps; the newest 1,000.', type: [RunSummaryDto] })
  items!: RunSummaryDto[];
}
