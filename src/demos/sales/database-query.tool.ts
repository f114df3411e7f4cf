import { Injectable } from '@nestjs/common';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { Describe, ReActTool, ToolError, type ToolContext, type ToolHandler } from '../../index';
import { SalesDatabase } from './sales-database';
import { SCHEMA } from './sales-schema';
import { QueryProcessError } from './sql/query-process-error';
import { looksLikeSql, MAX_STATEMENT_CHARS } from './sql/statement-text';
import { sqlFromReply, sqlPrompt } from './words-to-sql';

export class DatabaseQueryInput {
  @Describe('一条只读的 SQL（SELECT 或 WITH … SELECT），或者用文字描述要查什么')
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_STATEMENT_CHARS)
  query!: string;
}

const ALLOWED = '允许的是：对 sales、products 表的一条 SELECT（或 WITH … SELECT），用聚合、日期、字符串和数学函数';

@ReActTool({
  name: 'DatabaseQuery',
  description: `查询销售数据库。输入一条只读 SQL，或者文字描述。返回执行的 SQL、列名和行（最多 50 行）。表结构：\n${SCHEMA}`,
  input: DatabaseQueryInput,
  effect: 'read',
  timeoutMs: 45_000,
  examples: [
    'SELECT region, SUM(amount_yuan) AS total FROM sales WHERE quarter = 1 GROUP BY region',
    '最近一个季度各产品的销量',
  ],
})
@Injectable()
export class DatabaseQueryTool implements ToolHandler<DatabaseQueryInput> {
  constructor(private readonly database: SalesDatabase) {}

  async execute({ query }: DatabaseQueryInput, context: ToolContext): Promise<object> {
    const sql = looksLikeSql(query) ? query.trim() : await this.#fromWords(query, context);
    try {
      const { columns, rows, truncated } = await this.database.query(sql, context.signal);
      return { sql, columns, rows, ...(truncated && { truncated: `只列出前 ${rows.length} 行，还有更多` }) };
    } catch (error) {
      if (!(error instanceof ToolError) || error instanceof QueryProcessError) throw error;
      throw new ToolError(`${error.message}。${ALLOWED}。SQL：${sql.slice(0, 500)}`, { cause: error });
    }
  }

  async #fromWords(words: string, context: ToolContext): Promise<string> {
    const reply = await context.complete(sqlPrompt(words, this.database.dialect));
    const sql = sqlFromReply(reply);
    if (looksLikeSql(sql)) return sql;
    throw new ToolError(`没能把这段描述写成 SQL，请直接写 SQL。表结构：${SCHEMA}`);
  }
}
