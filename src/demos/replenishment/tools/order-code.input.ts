import { IsString, Length } from 'class-validator';
import { Describe } from '../../../index';

/** What both tools of the domain take. */
export class OrderCodeInput {
  @Describe('补货计划单的单号，由用户提供')
  @IsString()
  @Length(1, 32)
  orderCode!: string;
}
