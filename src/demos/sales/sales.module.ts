import { Module } from '@nestjs/common';
import { CalculatorTool } from '../../index';
import { DatabaseQueryTool } from './database-query.tool';
import { SalesDatabase } from './sales-database';
import { SearchTool } from './search.tool';

/** Sales analysis: a database that the model may query, a calculator and a search engine. */
@Module({ providers: [SalesDatabase, DatabaseQueryTool, SearchTool, CalculatorTool], exports: [SalesDatabase] })
export class SalesModule {}
