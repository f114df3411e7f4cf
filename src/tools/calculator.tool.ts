import { Injectable } from '@nestjs/common';
import { IsString, MaxLength } from 'class-validator';
import { ToolError } from '../core/errors';
import type { ToolContext } from '../core/tool';
import { Describe } from './describe.decorator';
import { evaluate } from './evaluate-expression';
import { ExpressionFault } from './expression-fault';
import { MAX_LENGTH } from './expression-text';
import { ReActTool, type ToolHandler } from './react-tool.decorator';

export class CalculatorInput {
  @Describe('Numbers, + - * / % ^, brackets, sqrt abs round floor ceil min max ln log10 exp, pi and e')
  @IsString()
  @MaxLength(MAX_LENGTH)
  expression!: string;
}

/** Decimal arithmetic on an expression; it can reach nothing else. */
@ReActTool({
  name: 'Calculator',
  description: 'Calculates one arithmetic expression exactly and returns the number. Use it for every calculation.',
  input: CalculatorInput,
  effect: 'read',
  examples: [{ expression: '(120 - 80) / 80 * 100' }],
})
@Injectable()
export class CalculatorTool implements ToolHandler<CalculatorInput> {
  execute({ expression }: CalculatorInput, { language }: ToolContext): string {
    try {
      return evaluate(expression);
    } catch (error) {
      throw error instanceof ExpressionFault ? new ToolError(error.in(language)) : error;
    }
  }
}
