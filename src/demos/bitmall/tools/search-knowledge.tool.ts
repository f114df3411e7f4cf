import { Inject, Injectable } from '@nestjs/common';
import { IsString, Length } from 'class-validator';
import { Describe, ReActTool, type SearchIndex, type ToolContext, type ToolHandler } from '../../../index';
import { BITMALL_KNOWLEDGE } from '../knowledge-tokens';

export class SearchKnowledgeInput {
  @Describe('要查的问题或关键词，例如“无理由退货 期限”')
  @IsString()
  @Length(1, 500)
  query!: string;
}

const MAX_ARTICLES = 3;

@ReActTool({
  name: 'searchKnowledge',
  description:
    '在商城知识库里查退换货规则、运费、发票、会员、保修和产品使用问题，返回最相关的 3 篇文章。政策以文章为准。',
  input: SearchKnowledgeInput,
  effect: 'read',
})
@Injectable()
export class SearchKnowledgeTool implements ToolHandler<SearchKnowledgeInput> {
  constructor(@Inject(BITMALL_KNOWLEDGE) private readonly knowledge: SearchIndex) {}

  async execute({ query }: SearchKnowledgeInput, { signal }: ToolContext): Promise<object> {
    const hits = await this.knowledge.search(query, MAX_ARTICLES, signal);
    return { articles: hits.map(({ id, title, text }) => ({ id, title, text })) };
  }
}
