import { Inject, Injectable, Optional, type OnModuleInit } from '@nestjs/common';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { Describe, LexicalIndex, ReActTool, type SearchIndex, type ToolContext, type ToolHandler } from '../../index';
import { DEMO_DATABASE, type DemoDatabase } from '../database/demo-database';
import { COMPANY_DOCUMENTS } from './company-documents';
import { SEARCH_INDEX } from './search-token';

export class SearchInput {
  @Describe('要搜索的关键词或问题')
  @IsString()
  @IsNotEmpty()
  @MaxLength(300)
  query!: string;
}

const MAX_HITS = 3;
const MAX_TEXT_CHARS = 600;

@ReActTool({
  name: 'Search',
  description: '搜索公司和市场的资料（制度、产品、渠道、行业背景等），不含销售数字。返回标题和正文。',
  input: SearchInput,
  effect: 'read',
  trust: 'untrusted', // with SEARXNG_URL it is the web's
  examples: ['会议平板 市场'],
})
@Injectable()
export class SearchTool implements ToolHandler<SearchInput>, OnModuleInit {
  readonly #embedded: LexicalIndex;
  readonly #index: SearchIndex;

  constructor(@Inject(DEMO_DATABASE) database: DemoDatabase, @Optional() @Inject(SEARCH_INDEX) engine?: SearchIndex) {
    this.#embedded = new LexicalIndex({ database, table: 'sales_documents' });
    this.#index = engine ?? this.#embedded;
  }

  async onModuleInit(): Promise<void> {
    if (this.#index === this.#embedded) await this.#embedded.load(COMPANY_DOCUMENTS);
  }

  async execute({ query }: SearchInput, { signal }: ToolContext): Promise<object> {
    const hits = await this.#index.search(query, MAX_HITS, signal);
    return {
      results: hits.map(({ title, text, url }) => ({
        title,
        text: text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}…` : text,
        ...(url !== undefined && { url }),
      })),
    };
  }
}
