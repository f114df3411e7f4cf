import { Injectable } from '@nestjs/common';
import { IsString, MaxLength } from 'class-validator';
import { Describe, evaluate, ReActTool, type ToolHandler } from '../../../index';

export class CalculateInput {
  @Describe('一个算式：数字、+ - * / ^ 和括号')
  @IsString()
  @MaxLength(1000)
  expression!: string;
}

@ReActTool({
  name: 'calculate',
  description: '计算一个算式，返回结果。温差、平均等一律用它算，不要心算。',
  input: CalculateInput,
  effect: 'read',
  examples: [{ expression: '(18 + 21) / 2' }],
})
@Injectable()
export class CalculateTool implements ToolHandler<CalculateInput> {
  execute({ expression }: CalculateInput): string {
    return evaluate(expression);
  }
}
