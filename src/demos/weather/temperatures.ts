import { Inject, Injectable } from '@nestjs/common';
import { ToolError } from '../../index';
import { DEMO_DATABASE, type DemoDatabase } from '../database/demo-database';
import { weatherTables, type TemperatureRow } from './weather.tables';

@Injectable()
export class Temperatures {
  constructor(@Inject(DEMO_DATABASE) private readonly database: DemoDatabase) {}

  /** Rows of one city, the earliest day first. @throws ToolError for an unknown city; it names those that are known. */
  async of(city: string): Promise<TemperatureRow[]> {
    const name = city.normalize('NFKC').trim();
    const shorter = name.endsWith('市') ? name.slice(0, -1) : name;
    const rows = await weatherTables(this.database)
      .selectFrom('weather_temperatures')
      .selectAll()
      .where('city', 'in', [name, shorter])
      .orderBy('day_offset')
      .execute();
    if (rows.length === 0) {
      throw new ToolError(`没有城市“${name}”的气温数据。有数据的城市：${(await this.#cities()).join('、') || '无'}。`);
    }
    return rows;
  }

  async #cities(): Promise<string[]> {
    const rows = await weatherTables(this.database)
      .selectFrom('weather_temperatures')
      .select('city')
      .distinct()
      .orderBy('city')
      .execute();
    return rows.map(({ city }) => city);
  }
}
