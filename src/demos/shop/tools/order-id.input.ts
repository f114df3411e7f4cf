import { IsString, Length } from 'class-validator';
import { Describe } from '../../../index';

/** What both tools of the shop take. */
export class OrderIdInput {
  @Describe('订单号，字母和数字，由用户提供')
  @IsString()
  @Length(1, 32)
  orderId!: string;
}
