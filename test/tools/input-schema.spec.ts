import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDateString,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { ConfigError } from '../../src/core/errors';
import { Describe } from '../../src/tools/describe.decorator';
import { inputSchemaOf } from '../../src/tools/input-schema';
import { sketchSchema } from '../../src/tools/sketch-schema';

enum Level {
  Low,
  High = 5,
}
enum Mixed {
  None = 0,
  All = 'all',
}
enum Colour {
  Red = 'red',
  Blue = 'blue',
}

describe('JSON Schema of an input class', () => {
  it('has bounds, descriptions, examples, required and optional fields', () => {
    class Order {
      @Describe('Order number as printed on the invoice', { examples: ['88231'] })
      @IsString()
      @Length(5, 20)
      orderId!: string;
      @IsOptional() @IsInt() @Min(1) @Max(50) limit?: number;
      @JSONSchema({ description: 'Net weight in kg' }) @IsPositive() @IsNumber() weight!: number;
      @IsBoolean() urgent = false;
    }
    expect(inputSchemaOf(Order)).toEqual({
      type: 'object',
      properties: {
        orderId: {
          type: 'string',
          minLength: 5,
          maxLength: 20,
          description: 'Order number as printed on the invoice',
          examples: ['88231'],
        },
        limit: { type: 'integer', minimum: 1, maximum: 50 },
        weight: { type: 'number', exclusiveMinimum: 0, description: 'Net weight in kg' },
        urgent: { type: 'boolean', default: false },
      },
      required: ['orderId', 'weight'],
      additionalProperties: false,
    });
  });

  it('gives an integer whatever the order of its decorators', () => {
    class Before {
      @IsInt() @Min(1) days!: number;
    }
    class After {
      @Min(1) @IsInt() days!: number;
    }
    class Bound {
      @Min(1) days!: number;
    }
    const days = { type: 'integer', minimum: 1 };
    expect(inputSchemaOf(Before).properties.days).toEqual(days);
    expect(inputSchemaOf(After).properties.days).toEqual(days);
    expect(inputSchemaOf(Bound).properties.days).toEqual({ type: 'number', minimum: 1 });
  });

  it('lists the values of enums, without the names of numeric members', () => {
    class Choice {
      @IsEnum(Level) level!: Level;
      @IsEnum(Mixed) mixed!: Mixed;
      @IsEnum(Colour) colour!: Colour;
      @IsIn([1, 'one']) one!: unknown;
      @IsIn(['asc', 'desc'], { each: true }) orders!: string[];
    }
    expect(inputSchemaOf(Choice).properties).toEqual({
      level: { type: 'integer', enum: [0, 5] },
      mixed: { enum: [0, 'all'] },
      colour: { type: 'string', enum: ['red', 'blue'] },
      one: { enum: [1, 'one'] },
      orders: { type: 'array', items: { type: 'string', enum: ['asc', 'desc'] } },
    });
  });

  it('inlines nested classes and lists of them, and refuses unknown fields at each level', () => {
    class Item {
      @IsString() @IsNotEmpty() sku!: string;
    }
    class Address {
      @IsString() @MaxLength(80) city!: string;
      @IsOptional() @IsString() street?: string;
    }
    class Parcel {
      @ValidateNested() @Type(() => Address) to!: Address;
      @IsArray() @ArrayMinSize(1) @ArrayMaxSize(9) @ValidateNested({ each: true }) @Type(() => Item) items!: Item[];
      @ValidateNested() @Type(() => Item) spares!: Item[];
      @IsString({ each: true }) notes!: string[];
      @IsObject() extras!: object;
    }
    const item = {
      type: 'object',
      properties: { sku: { type: 'string', minLength: 1 } },
      required: ['sku'],
      additionalProperties: false,
    };
    const schema = inputSchemaOf(Parcel);
    expect(schema.properties).toEqual({
      to: {
        type: 'object',
        properties: { city: { type: 'string', maxLength: 80 }, street: { type: 'string' } },
        required: ['city'],
        additionalProperties: false,
      },
      items: { type: 'array', minItems: 1, maxItems: 9, items: item },
      spares: { type: 'array', items: item },
      notes: { type: 'array', items: { type: 'string' } },
      extras: { type: 'object' },
    });
    expect(JSON.stringify(schema)).not.toContain('$ref');
  });

  it('keeps two nested classes of one name apart', () => {
    const one = (() => {
      class Item {
        @IsString() sku!: string;
      }
      class Outer {
        @ValidateNested() @Type(() => Item) item!: Item;
      }
      return Outer;
    })();
    const two = (() => {
      class Item {
        @IsInt() count!: number;
      }
      class Outer {
        @ValidateNested() @Type(() => Item) item!: Item;
      }
      return Outer;
    })();
    expect(Object.keys(inputSchemaOf(one).properties.item!.properties!)).toEqual(['sku']);
    expect(Object.keys(inputSchemaOf(two).properties.item!.properties!)).toEqual(['count']);
  });

  it('inherits the fields of a base class', () => {
    class Base {
      @Describe('Which one') @IsString() id!: string;
    }
    class Derived extends Base {
      @IsOptional() @IsDateString() since?: string;
    }
    const { properties, required } = inputSchemaOf(Derived);
    expect(properties.id).toEqual({ type: 'string', description: 'Which one' });
    expect(Object.keys(properties).sort()).toEqual(['id', 'since']);
    expect(required).toEqual(['id']);
  });

  it('of a class without decorated fields is an object without fields', () => {
    class Nothing {}
    expect(inputSchemaOf(Nothing)).toEqual({
      type: 'object',
      properties: {},
      required: [],
      additionalProperties: false,
    });
  });

  it('is refused for a nested class that would not be validated, and for one inside itself', () => {
    class Child {
      @IsString() name!: string;
    }
    class Loose {
      @ValidateNested() child!: Child;
    }
    class Tree {
      @IsOptional() @ValidateNested() @Type(() => Tree) parent?: Tree;
    }
    class Picky {
      constructor(readonly given?: { text: string }) {
        given!.text.trim();
      }
    }
    expect(() => inputSchemaOf(Loose)).toThrow(
      new ConfigError(
        'Field "child" of input class Loose has @ValidateNested() but no @Type(() => ItsClass), so nothing would be validated',
      ),
    );
    expect(() => inputSchemaOf(Tree)).toThrow(
      new ConfigError("Input class Tree contains itself; a tool's input must be a tree of different classes"),
    );
    expect(() => inputSchemaOf(Picky)).toThrow('Input class Picky must be constructible without arguments');
  });

  it('is told to a model in one line', () => {
    class Trip {
      @IsString() city!: string;
      @IsOptional() @IsInt() @Min(1) @Max(7) days?: number;
      @IsIn(['C', 'F']) unit!: string;
      @IsString({ each: true }) tags!: string[];
    }
    expect(sketchSchema(inputSchemaOf(Trip))).toBe(
      '{"city": string, "days"?: integer 1..7, "unit": "C"|"F", "tags": [string, …]}',
    );
  });
});
