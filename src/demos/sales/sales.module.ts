import { Module } from '@nestjs/common';
import { CalculatorTool } from '../../index';
import { DEMO_DATA_DIR, DEMO_DATABASE, DEMO_SERVER } from '../database/demo-database';
import type { DemoDatabase, DemoServer } from '../database/demo-database';
import { DatabaseQueryTool } from './database-query.tool';
import { EmbeddedSales } from './embedded-sales';
import { ServerSales } from './postgres/server-sales';
import { SalesDatabase } from './sales-database';
import { SearchTool } from './search.tool';

/** Sales analysis: a database that the model may query, a calculator and a search engine. */
@Module({
  providers: [
    {
      provide: SalesDatabase,
      inject: [DEMO_DATA_DIR, DEMO_DATABASE, { token: DEMO_SERVER, optional: true }],
      useFactory: (folder: string, database: DemoDatabase, server?: DemoServer): SalesDatabase =>
        server ? new ServerSales(database, server) : new EmbeddedSales(folder),
    },
    DatabaseQueryTool,
    SearchTool,
    CalculatorTool,
  ],
  exports: [SalesDatabase],
})
export class SalesModule {}
