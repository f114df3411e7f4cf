import { Injectable, Module } from '@nestjs/common';
import { IsInt, IsNumber, IsString, Length, Max, Min } from 'class-validator';
import { Describe, ReActTool, type ToolHandler } from '../../src';
import { applyRefund, checkStock, queryOrder, queryParcel, searchKnowledge } from '../scenario';

class OrderInput {
  @Describe('Order number, digits only')
  @IsString()
  @Length(1, 32)
  orderId!: string;
}

class ParcelInput {
  @Describe('Tracking number of the parcel, as the order shows it')
  @IsString()
  @Length(1, 40)
  trackingNumber!: string;
}

class SearchInput {
  @Describe('A few words to look for')
  @IsString()
  @Length(1, 200)
  query!: string;

  @Describe('How many articles to return')
  @IsInt()
  @Min(1)
  @Max(10)
  limit!: number;
}

class StockInput {
  @Describe('Name of the product, as the order shows it')
  @IsString()
  @Length(1, 100)
  product!: string;
}

class RefundInput extends OrderInput {
  @Describe('Amount to pay back, in EUR')
  @IsNumber()
  @Min(0.01)
  amount!: number;
}

@ReActTool({
  name: 'query_order',
  description: 'Order by number: product, price, status, dates and tracking number.',
  input: OrderInput,
  effect: 'read',
})
@Injectable()
class QueryOrderTool implements ToolHandler<OrderInput> {
  execute = queryOrder;
}

@ReActTool({
  name: 'query_parcel',
  description: 'Where a parcel is and when it was delivered, by tracking number.',
  input: ParcelInput,
  effect: 'read',
})
@Injectable()
class QueryParcelTool implements ToolHandler<ParcelInput> {
  execute = queryParcel;
}

@ReActTool({
  name: 'search_knowledge',
  description: 'Articles of the help centre: returns, refunds, shipping, products.',
  input: SearchInput,
  effect: 'read',
})
@Injectable()
class SearchKnowledgeTool implements ToolHandler<SearchInput> {
  execute = searchKnowledge;
}

@ReActTool({
  name: 'check_stock',
  description: 'How many pieces of a product are available, and when more will come.',
  input: StockInput,
  effect: 'read',
})
@Injectable()
class CheckStockTool implements ToolHandler<StockInput> {
  execute = checkStock;
}

@ReActTool({
  name: 'apply_refund',
  description: 'Requests a refund for an order. Only when the customer has asked for one.',
  input: RefundInput,
  effect: 'write',
})
@Injectable()
class ApplyRefundTool implements ToolHandler<RefundInput> {
  execute = applyRefund;
}

@Module({ providers: [QueryOrderTool, QueryParcelTool, SearchKnowledgeTool, CheckStockTool, ApplyRefundTool] })
export class ShopModule {}
