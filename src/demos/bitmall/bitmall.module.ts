import { Inject, Logger, Module, type OnModuleInit } from '@nestjs/common';
import { CurrentTimeTool, LexicalIndex, VectorIndex } from '../../index';
import { DEMO_DATABASE, type DemoDatabase } from '../database/demo-database';
import { setUp } from '../database/set-up';
import { bitmallTables, createTables } from './bitmall.tables';
import { ArticleIndex } from './knowledge';
import { BITMALL_KNOWLEDGE, KNOWLEDGE_EMBEDDER, type KnowledgeEmbedder } from './knowledge-tokens';
import { BitmallOrders } from './orders';
import { BitmallRefunds } from './refunds';
import { seed } from './seed/seed';
import { ApplyRefundTool } from './tools/apply-refund.tool';
import { QueryLogisticsTool } from './tools/query-logistics.tool';
import { QueryOrderTool } from './tools/query-order.tool';
import { SearchKnowledgeTool } from './tools/search-knowledge.tool';

const ARTICLES_TABLE = 'bitmall_article_terms';

function knowledgeIndex(database: DemoDatabase, embedder: KnowledgeEmbedder): ArticleIndex {
  const logger = new Logger('BitmallKnowledge');
  const index = embedder
    ? new VectorIndex({ database, table: ARTICLES_TABLE, embedder, onFallback: (warning) => logger.warn(warning) })
    : new LexicalIndex({ database, table: ARTICLES_TABLE });
  return new ArticleIndex(database, index);
}

/** Customer service of an online shop: orders, parcels, refunds and a knowledge base, in the app's database. */
@Module({
  providers: [
    BitmallOrders,
    BitmallRefunds,
    {
      provide: BITMALL_KNOWLEDGE,
      inject: [DEMO_DATABASE, { token: KNOWLEDGE_EMBEDDER, optional: true }],
      useFactory: knowledgeIndex,
    },
    QueryOrderTool,
    QueryLogisticsTool,
    ApplyRefundTool,
    SearchKnowledgeTool,
    CurrentTimeTool,
  ],
  exports: [BITMALL_KNOWLEDGE],
})
export class BitmallModule implements OnModuleInit {
  constructor(@Inject(DEMO_DATABASE) private readonly database: DemoDatabase) {}

  async onModuleInit(): Promise<void> {
    await setUp(bitmallTables(this.database), async (tables) => {
      await createTables(tables);
      await seed(tables);
    });
  }
}
