import { Injectable } from '@nestjs/common';
import { IsInt, IsString, Length, Min } from 'class-validator';
import { ReActTool, ToolError, transactionOf, type ToolContext, type ToolHandler } from 'nest-react-agent';

export interface Warehouse {
  stock: { article: string; free: number };
}

class ReserveInput {
  @IsString()
  @Length(1, 20)
  article!: string;

  @IsInt()
  @Min(1)
  pieces!: number;
}

/** Changes only rows of the store's own database: they commit together with the record that the call was made. */
@ReActTool({
  name: 'reserve',
  description: 'Reserves pieces of an article.',
  input: ReserveInput,
  effect: 'write',
  transactional: true,
})
@Injectable()
export class ReserveTool implements ToolHandler<ReserveInput> {
  async execute({ article, pieces }: ReserveInput, context: ToolContext): Promise<string> {
    const { numUpdatedRows } = await transactionOf<Warehouse>(context)
      .updateTable('stock')
      .set(({ eb }) => ({ free: eb('free', '-', pieces) }))
      .where('article', '=', article)
      .where('free', '>=', pieces)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new ToolError(`There are not ${pieces} free pieces of ${article}`);
    return `${pieces} pieces of ${article} are reserved`;
  }
}
