import { Injectable } from '@nestjs/common';
import { IsString, Length } from 'class-validator';
import { Describe, ReActTool, ToolError, type ToolHandler } from 'nest-react-agent';
import { StockService } from './stock.service';

class QueryStockInput {
  @Describe('Article number as printed on the shelf, e.g. "A-17".')
  @IsString()
  @Length(1, 20)
  article!: string;
}

@ReActTool({
  name: 'queryStock',
  description: 'How many pieces of an article are in the warehouse.',
  input: QueryStockInput,
  effect: 'read',
  examples: [{ article: 'A-17' }],
})
@Injectable()
export class QueryStockTool implements ToolHandler<QueryStockInput> {
  constructor(private readonly stock: StockService) {}

  execute({ article }: QueryStockInput): { article: string; pieces: number } {
    const pieces = this.stock.pieces(article);
    if (pieces === undefined) throw new ToolError(`There is no article ${article}`); // worded for the model
    return { article, pieces };
  }
}
