import { Module } from '@nestjs/common';
import { OpenAiModel, ReActAgentModule, ReActHttpModule } from 'nest-react-agent';
import { StockService } from './stock.service';
import { QueryStockTool } from './stock.tool';

@Module({
  imports: [
    ReActAgentModule.forRoot({
      model: new OpenAiModel({ baseUrl: process.env.OPENAI_BASE_URL!, model: process.env.OPENAI_MODEL! }),
      agents: [{ name: 'clerk', instructions: 'You answer questions about the warehouse.', tools: ['queryStock'] }],
    }),
    ReActHttpModule,
  ],
  providers: [StockService, QueryStockTool],
})
export class StockModule {}
