import { ApiProperty, ApiPropertyOptional } from '../openapi';
import type { PendingApproval, ReActResult, RunStatus } from '../../core/react-result';
import type { Usage } from '../../core/model';
import type { UntrustedPart } from '../../core/tool';

export class UsageDto implements Usage {
  @ApiProperty({ description: 'Tokens of the prompts, cached ones included.', example: 1536 })
  inputTokens!: number;

  @ApiProperty({ description: 'Tokens that the model wrote.', example: 180 })
  outputTokens!: number;

  @ApiProperty({ description: "The part of inputTokens that came from the provider's prompt cache.", example: 1024 })
  cachedInputTokens!: number;

  @ApiProperty({ description: 'True when a provider sent no figures and they were estimated.', example: false })
  estimated!: boolean;
}

export class UntrustedPartDto implements UntrustedPart {
  @ApiProperty({
    description: 'RFC 6901, into the input: the value, or the member whose name it is.',
    example: '/reason',
  })
  pointer!: string;

  @ApiPropertyOptional({
    description: 'Whose observation has the same text; absent for an earlier answer of the conversation.',
    example: 's1_call_0',
  })
  callId?: string;

  @ApiProperty({
    description: 'The text, as the input has it; the beginning of a long one.',
    example: '不回充了，修不好',
  })
  text!: string;
}

export class PendingApprovalDto implements PendingApproval {
  @ApiProperty({ description: 'The call that waits.', example: 's4_call_0' })
  callId!: string;

  @ApiProperty({ description: 'The tool that it calls.', example: 'applyRefund' })
  tool!: string;

  @ApiProperty({
    description: 'The validated input.',
    example: { orderId: '88231' },
    type: Object,
    additionalProperties: true,
  })
  input!: object;

  @ApiProperty({ description: 'ISO 8601.', example: '2026-06-30T11:05:23.000Z' })
  requestedAt!: string;

  @ApiPropertyOptional({
    description: 'ISO 8601; from then on nobody can decide, and the call counts as rejected.',
    example: '2026-07-07T11:05:23.000Z',
  })
  expiresAt?: string;

  @ApiPropertyOptional({
    description:
      "Whose rule asks: the tool's, the operator's, or untrusted: text that others may have written was read before.",
    example: 'untrusted',
    enum: ['tool', 'policy', 'untrusted'],
  })
  because?: 'tool' | 'policy' | 'untrusted';

  @ApiPropertyOptional({
    description: 'Parts of the input that such a text has too: look at these. Absent when there are none.',
    type: [UntrustedPartDto],
  })
  untrusted?: readonly UntrustedPartDto[];
}

export class AppliedLimitsDto {
  @ApiProperty({ description: 'Steps (turns of the model).', example: 10 })
  maxSteps!: number;

  @ApiProperty({ description: 'Tokens of all model calls.', example: 60000 })
  maxTokens!: number;

  @ApiProperty({ description: 'Active time in ms.', example: 180000 })
  deadlineMs!: number;
}

/** A run as lists show it: its result without the steps, and with long texts cut. */
export class RunSummaryDto implements Omit<ReActResult, 'steps'> {
  @ApiProperty({ description: 'Id of the run.', example: '0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55' })
  runId!: string;

  @ApiProperty({ description: 'Agent that ran.', example: 'sales' })
  agent!: string;

  @ApiProperty({ description: 'Conversation that the run belongs to.', example: null, nullable: true, type: String })
  conversationId!: string | null;

  @ApiProperty({ description: 'The question.', example: '我们公司 Q3 季度的总销售额是多少？' })
  question!: string;

  @ApiProperty({
    description: 'The answer; null when there is none.',
    example: 'Q3 总销售额为 ¥5,280,000。',
    nullable: true,
    type: String,
  })
  finalAnswer!: string | null;

  @ApiProperty({ description: 'True only for status answered.', example: true })
  success!: boolean;

  @ApiProperty({
    description: 'Where the run stands.',
    example: 'answered',
    enum: ['queued', 'running', 'waiting', 'answered', 'stopped', 'failed', 'cancelled'],
  })
  status!: RunStatus;

  @ApiProperty({ description: 'Limit, error code or cancelled.', example: null, nullable: true, type: String })
  failureReason!: string | null;

  @ApiProperty({
    description: 'The thought beside the answer.',
    example: '两项数据都有了。',
    nullable: true,
    type: String,
  })
  finalThought!: string | null;

  @ApiProperty({ description: 'Rows in steps.', example: 2 })
  totalSteps!: number;

  @ApiProperty({ description: 'Tokens of the whole run.', type: UsageDto })
  usage!: UsageDto;

  @ApiProperty({ description: 'Calls that wait for a person.', type: [PendingApprovalDto] })
  pendingApprovals!: PendingApprovalDto[];

  @ApiPropertyOptional({
    description:
      'There, and true, where text that others may have written was read, in this run or before it in the conversation.',
    example: true,
    type: Boolean,
  })
  untrusted?: true;

  @ApiProperty({ description: 'Spelling of the steps.', example: 'text' })
  protocol!: string;

  @ApiProperty({
    description: 'Model that answered; offline-demo is the built-in demo model.',
    example: 'deepseek-chat',
  })
  model!: string;

  @ApiProperty({ description: 'Limits that applied.', type: AppliedLimitsDto })
  limits!: AppliedLimitsDto;

  @ApiProperty({ description: 'ISO 8601.', example: '2026-06-30T11:05:23.000Z' })
  startedAt!: string;

  @ApiProperty({ description: 'From the first to the last event, in ms.', example: 1630 })
  durationMs!: number;
}

export class RunPageDto {
  @ApiProperty({ description: 'Newest first.', type: [RunSummaryDto] })
  items!: RunSummaryDto[];

  @ApiProperty({
    description: 'Give it as ?cursor= for the next page; null on the last.',
    example: null,
    nullable: true,
    type: String,
  })
  nextCursor!: string | null;
}
