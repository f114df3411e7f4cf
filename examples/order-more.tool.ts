import { Injectable } from '@nestjs/common';
import { IsString, Length } from 'class-validator';
import { ReActTool, type Reconciled, type ToolContext, type ToolHandler } from 'nest-react-agent';
import { Supplier } from './supplier';

class OrderMoreInput {
  @IsString()
  @Length(1, 20)
  article!: string;
}

/** Acts at somebody else's: the key keeps it from acting twice, and tells later whether it acted at all. */
@ReActTool({ name: 'orderMore', description: 'Orders a pallet.', input: OrderMoreInput, effect: 'write' })
@Injectable()
export class OrderMoreTool implements ToolHandler<OrderMoreInput> {
  constructor(private readonly supplier: Supplier) {}

  execute({ article }: OrderMoreInput, { idempotencyKey, signal }: ToolContext): Promise<string> {
    return this.supplier.order(article, idempotencyKey, signal);
  }

  async reconcile(key: string): Promise<Reconciled> {
    const found = await this.supplier.find(key);
    return found === undefined ? { happened: false } : { happened: true, observation: found };
  }
}
