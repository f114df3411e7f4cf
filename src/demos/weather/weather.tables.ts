import type { Kysely } from 'kysely';
import type { DemoDatabase } from '../database/demo-database';

export type WeatherTables = { weather_temperatures: TemperatureRow };

export interface TemperatureRow {
  city: string;
  /** Days from the run's today: 0 today, 1 tomorrow, -1 yesterday. The date is worked out when it is asked, so that the demo never grows old. */
  day_offset: number;
  celsius: number;
}

export type WeatherDatabase = Kysely<WeatherTables>;

export const weatherTables = (database: DemoDatabase): WeatherDatabase => database.withTables<WeatherTables>();

/** In standard SQL, so that any database of the app takes it. */
export async function createTables({ schema }: WeatherDatabase): Promise<void> {
  await schema
    .createTable('weather_temperatures')
    .ifNotExists()
    .addColumn('city', 'text', (column) => column.notNull())
    .addColumn('day_offset', 'integer', (column) => column.notNull())
    .addColumn('celsius', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('weather_temperatures_pk', ['city', 'day_offset'])
    .execute();
}
