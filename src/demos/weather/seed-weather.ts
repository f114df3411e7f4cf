import type { TemperatureRow, WeatherDatabase } from './weather.tables';

const city = (name: string, days: Readonly<Record<number, number>>): TemperatureRow[] =>
  Object.entries(days).map(([offset, celsius]) => ({ city: name, day_offset: Number(offset), celsius }));

/** Some days are missing on purpose: what is not known has to be said. */
export const TEMPERATURES: readonly TemperatureRow[] = [
  ...city('上海', { [-1]: 22, 0: 20, 1: 15, 2: 17 }),
  ...city('北京', { 0: 25, 1: 23 }),
  ...city('广州', { [-1]: 31, 0: 32.5, 1: 30, 2: 29 }),
  ...city('深圳', { 0: 31, 1: 31 }),
  ...city('杭州', { 0: 21.5, 1: 16.8 }),
  ...city('成都', { 0: 24, 1: 26 }),
  ...city('西安', { 0: 27, 1: 19.5 }),
  ...city('哈尔滨', { [-1]: -6, 0: -3.5, 1: -8 }),
  ...city('拉萨', { 0: 14 }),
];

/** Adds the rows that are absent; one that is there, changed or not, stays as it is. */
export async function seedWeather(database: WeatherDatabase): Promise<void> {
  await database
    .insertInto('weather_temperatures')
    .values(TEMPERATURES)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
