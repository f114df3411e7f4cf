import { Injectable } from '@nestjs/common';
import { IsString, Length } from 'class-validator';
import { dateInZone, Describe, ReActTool, type ToolContext, type ToolHandler } from '../../../index';
import { Temperatures } from '../temperatures';

export class CityTemperatureInput {
  @Describe('城市名，一次一个')
  @IsString()
  @Length(1, 40)
  city!: string;
}

@ReActTool({
  name: 'get_city_temperature',
  description:
    '查询一个城市各天的气温（摄氏度）：今天和明天，有的城市还有昨天和后天。没有数据的城市会报错，并列出有数据的城市。',
  input: CityTemperatureInput,
  effect: 'read',
  examples: [{ city: '南京' }],
})
@Injectable()
export class CityTemperatureTool implements ToolHandler<CityTemperatureInput> {
  constructor(private readonly temperatures: Temperatures) {}

  async execute({ city }: CityTemperatureInput, context: ToolContext): Promise<object> {
    const rows = await this.temperatures.of(city);
    const today = Date.parse(`${dateInZone(context.now(), context.timeZone)}T00:00:00Z`);
    return {
      city: rows[0]?.city,
      unit: '°C',
      days: rows.map(({ day_offset, celsius }) => ({
        date: new Date(today + day_offset * DAY_MS).toISOString().slice(0, 10),
        day: dayName(day_offset),
        temperature: celsius,
      })),
    };
  }
}

const DAY_MS = 86_400_000;

const NAMES: ReadonlyMap<number, string> = new Map([
  [-2, '前天'],
  [-1, '昨天'],
  [0, '今天'],
  [1, '明天'],
  [2, '后天'],
]);

const dayName = (offset: number): string => NAMES.get(offset) ?? (offset < 0 ? `${-offset} 天前` : `${offset} 天后`);
