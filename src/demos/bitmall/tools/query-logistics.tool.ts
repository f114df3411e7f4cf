import { Injectable } from '@nestjs/common';
import { IsString, Length } from 'class-validator';
import { Describe, ReActTool, ToolError, type ToolHandler } from '../../../index';
import { BitmallOrders } from '../orders';

export class QueryLogisticsInput {
  @Describe('运单号，从 queryOrder 的 trackingNumber 得到，不是订单号')
  @IsString()
  @Length(1, 40)
  trackingNumber!: string;
}

@ReActTool({
  name: 'queryLogistics',
  description: '按运单号查询物流：快递公司、状态和轨迹（从早到晚）。不知道运单号时先用 queryOrder 查。',
  input: QueryLogisticsInput,
  effect: 'read',
  trust: 'untrusted', // the traces are the carrier's words
  agents: ['bitmall'],
})
@Injectable()
export class QueryLogisticsTool implements ToolHandler<QueryLogisticsInput> {
  constructor(private readonly orders: BitmallOrders) {}

  async execute({ trackingNumber }: QueryLogisticsInput): Promise<object> {
    const shipment = await this.orders.track(trackingNumber.trim());
    if (!shipment) throw new ToolError(`没有找到运单 ${trackingNumber}，请核对运单号。`);
    return {
      trackingNumber: shipment.tracking_number,
      carrier: shipment.carrier,
      status: shipment.status,
      traces: shipment.traces.map(({ happened_at, description }) => ({ time: happened_at, description })),
    };
  }
}
