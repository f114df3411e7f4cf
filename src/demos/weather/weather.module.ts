import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { DEMO_DATABASE, type DemoDatabase } from '../database/demo-database';
import { setUp } from '../database/set-up';
import { seedWeather } from './seed-weather';
import { Temperatures } from './temperatures';
import { CalculateTool } from './tools/calculate.tool';
import { CityTemperatureTool } from './tools/city-temperature.tool';
import { createTables, weatherTables } from './weather.tables';

/** Temperatures by city and day, in the app's database, and a calculator. */
@Module({ providers: [Temperatures, CityTemperatureTool, CalculateTool] })
export class WeatherModule implements OnModuleInit {
  constructor(@Inject(DEMO_DATABASE) private readonly database: DemoDatabase) {}

  async onModuleInit(): Promise<void> {
    await setUp(weatherTables(this.database), async (tables) => {
      await createTables(tables);
      await seedWeather(tables);
    });
  }
}
