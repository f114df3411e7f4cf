import { ApiProperty } from '../openapi';
import { AppliedLimitsDto } from './run-summary.dto';

export class AgentDto {
  @ApiProperty({ description: 'Name to ask for.', example: 'sales' })
  name!: string;

  @ApiProperty({ description: 'What it is for.', example: '销售数据分析' })
  description!: string;

  @ApiProperty({
    description: 'Tools that it may use.',
    example: ['Search', 'Calculator', 'DatabaseQuery'],
    type: [String],
  })
  tools!: string[];

  @ApiProperty({ description: 'Spelling of its steps.', example: 'text' })
  protocol!: string;

  @ApiProperty({ description: "Language of the prompt's own sentences.", example: 'zh', enum: ['zh', 'en'] })
  language!: string;

  @ApiProperty({ description: 'True for the agent that answers requests without a name.', example: true })
  isDefault!: boolean;

  @ApiProperty({ description: 'Limits of a run.', type: AppliedLimitsDto })
  limits!: AppliedLimitsDto;
}

export class AgentListDto {
  @ApiProperty({ description: 'Every registered agent.', type: [AgentDto] })
  items!: AgentDto[];
}

export class ToolDto {
  @ApiProperty({ description: 'The name that the model calls.', example: 'queryOrder' })
  name!: string;

  @ApiProperty({ description: 'What it does and when to use it.', example: '按订单号查询订单' })
  description!: string;

  @ApiProperty({ description: 'write changes something outside the run.', example: 'read', enum: ['read', 'write'] })
  effect!: string;

  @ApiProperty({
    description:
      'untrusted: others than the operator may have written what it returns; from then on writes of the run need an approval.',
    example: 'trusted',
    enum: ['trusted', 'untrusted'],
  })
  trust!: string;

  @ApiProperty({ description: 'Whether the tool asks for an approval.', example: false })
  approval!: boolean;

  @ApiProperty({ description: 'Longest execution in ms.', example: 15000 })
  timeoutMs!: number;

  @ApiProperty({
    description: 'Names of the agents that it is for; null for every agent. Tools of one name have no agent in common.',
    example: ['bitmall'],
    type: [String],
    nullable: true,
  })
  agents!: readonly string[] | null;

  @ApiProperty({
    description: 'JSON Schema of the input.',
    example: { type: 'object', properties: { orderId: { type: 'string' } }, required: ['orderId'] },
    type: Object,
    additionalProperties: true,
  })
  inputSchema!: object;
}

export class ToolListDto {
  @ApiProperty({ description: 'Every registered tool.', type: [ToolDto] })
  items!: ToolDto[];
}

export class RunEventListDto {
  @ApiProperty({
    description: 'Facts of the run in order; docs/events.md describes each type.',
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    example: [
      {
        runId: '0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55',
        seq: 2,
        at: 1751281523000,
        type: 'step.started',
        step: 1,
        protocol: 'text',
      },
    ],
  })
  items!: object[];
}
