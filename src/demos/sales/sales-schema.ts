/** The tables of sales.db, as SQL and as the model is told about them. */
export const TABLES = `
CREATE TABLE IF NOT EXISTS products (
  name TEXT PRIMARY KEY,
  category TEXT NOT NULL,
  price_yuan INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS sales (
  year INTEGER NOT NULL,
  quarter INTEGER NOT NULL,
  month INTEGER NOT NULL,
  region TEXT NOT NULL,
  product TEXT NOT NULL REFERENCES products (name),
  units INTEGER NOT NULL,
  amount_yuan INTEGER NOT NULL,
  PRIMARY KEY (year, month, region, product)
);
`;

export const SCHEMA = `sales(year 年, quarter 季度 1-4, month 月 1-12, region 地区, product 产品, units 销量, amount_yuan 销售额，单位元)：每个地区每种产品每月一行
products(name 产品, category 品类, price_yuan 标价(元))`;
