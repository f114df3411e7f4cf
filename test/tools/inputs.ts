import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsInt, IsNumber, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { inputSchemaOf } from '../../src/tools/input-schema';
import { checkInput } from '../../src/tools/validate-input';

export class Search {
  @IsString() query!: string;
}
export class Weather {
  @IsString() city!: string;
  @IsOptional() @IsInt() days?: number;
}
export class Order {
  @IsString() orderId!: string;
}
export class Refund {
  @IsString() orderId!: string;
  @IsString() reason!: string;
  @IsOptional() @IsBoolean() urgent?: boolean;
}
export class Tags {
  @IsArray() @IsString({ each: true }) tags!: string[];
}
export class Count {
  @IsInt() count!: number;
}
export class Flag {
  @IsBoolean() on!: boolean;
}
export class Page {
  @IsOptional() @IsString() filter?: string;
}
export class Body {
  @IsObject() body!: object;
}
export class Wrapped {
  @IsString() input!: string;
}
export class 天气 {
  @IsString() 城市!: string;
  @IsString() 日期!: string;
}
export class Line {
  @IsString() sku!: string;
  @IsNumber() price!: number;
}
export class Basket {
  @IsArray() @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
}
export class Nothing {}

/** The fields that a class takes from what a model wrote, or the faults. */
export const read = async (input: new () => object, raw: unknown): Promise<unknown> => {
  const checked = await checkInput(raw, { input, inputSchema: inputSchemaOf(input) });
  return checked.ok ? { ...checked.input } : checked.faults;
};
