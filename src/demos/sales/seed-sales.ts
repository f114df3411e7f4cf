import type { Database } from 'libsql';
import { TABLES } from './sales-schema';

/** Yuan per month, January first. */
const MONTHLY_TOTALS: Readonly<Record<number, readonly number[]>> = {
  2023: [
    ...[1_080_000, 960_000, 1_210_000, 1_190_000, 1_260_000, 1_310_000],
    ...[1_300_000, 1_370_000, 1_430_000, 1_520_000, 1_680_000, 1_590_000],
  ],
  2024: [
    ...[1_290_000, 1_150_000, 1_430_000, 1_480_000, 1_560_000, 1_640_000],
    ...[1_690_000, 1_760_000, 1_830_000, 1_900_000, 2_130_000, 1_980_000],
  ],
};

const REGIONS: readonly [name: string, weight: number][] = [
  ['华东', 38],
  ['华南', 27],
  ['华北', 21],
  ['西南', 14],
];

const PRODUCTS: readonly [name: string, category: string, priceYuan: number, weight: number][] = [
  ['会议平板', '会议设备', 12_800, 45],
  ['云桌面终端', '办公终端', 3_600, 33],
  ['智能门禁机', '安防设备', 1_980, 22],
];

/** Name, category and price in yuan. */
export const PRODUCT_ROWS = PRODUCTS.map(([name, category, priceYuan]) => [name, category, priceYuan] as const);

/** Year, quarter, month, region, product, units and yuan. */
export type SalesRow = [number, number, number, string, string, number, number];

/** Creates the tables and fills them, unless they exist: rows that somebody has changed stay as they are. */
export function seedSales(database: Database): void {
  const present = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sales'").get();
  if (present !== undefined) return;
  database.transaction(() => {
    database.exec(TABLES);
    const product = database.prepare('INSERT INTO products VALUES (?, ?, ?)');
    for (const row of PRODUCT_ROWS) product.run(...row);
    const sale = database.prepare('INSERT INTO sales VALUES (?, ?, ?, ?, ?, ?, ?)');
    for (const row of salesRows()) sale.run(...row);
  })();
}

/** Rows that add up to the monthly totals exactly. */
export function* salesRows(): Generator<SalesRow> {
  for (const [year, totals] of Object.entries(MONTHLY_TOTALS)) {
    for (const [index, total] of totals.entries()) {
      // regions drift a little from month to month, so that rankings by month differ
      const regional = split(
        total,
        REGIONS.map(([, weight], place) => weight + ((index + place * 3) % 4)),
      );
      for (const [place, [region]] of REGIONS.entries()) {
        const amounts = split(
          regional[place] ?? 0,
          PRODUCTS.map(([, , , weight]) => weight),
        );
        for (const [column, [product, , priceYuan]] of PRODUCTS.entries()) {
          const amount = amounts[column] ?? 0;
          const units = Math.max(1, Math.round(amount / priceYuan));
          yield [Number(year), Math.floor(index / 3) + 1, index + 1, region, product, units, amount];
        }
      }
    }
  }
}

/** Whole parts in proportion to the weights; the first takes what rounding leaves. */
function split(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const parts = weights.map((weight) => Math.floor((total * weight) / sum));
  const rest = total - parts.reduce((a, b) => a + b, 0);
  return parts.map((part, place) => (place === 0 ? part + rest : part));
}
