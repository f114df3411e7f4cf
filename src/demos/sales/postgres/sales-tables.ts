import { sql, type Transaction } from 'kysely';
import { PRODUCT_ROWS, salesRows } from '../seed-sales';
import { ReaderProblem } from './reader-problem';

/** The role of the queries sees this schema only. */
export const SALES_SCHEMA = 'sales_demo';
export const SALES_TABLES = ['sales', 'products'] as const;

/** Makes the tables and fills them, unless they exist: rows that somebody has changed stay as they are. @throws ReaderProblem */
export async function makeSalesTables(transaction: Transaction<object>): Promise<void> {
  const { rows } = await sql<{ may: boolean; exists: boolean }>`
    select has_database_privilege(current_database(), 'create') as may,
      exists (select from pg_namespace where nspname = ${SALES_SCHEMA}) as exists`.execute(transaction);
  if (!rows[0]?.exists && !rows[0]?.may)
    throw new ReaderProblem('the user of DATABASE_URL may not make a schema for them');
  const { schema } = transaction.withSchema(SALES_SCHEMA);
  await transaction.schema.createSchema(SALES_SCHEMA).ifNotExists().execute();
  await schema
    .createTable('products')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('price_yuan', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createTable('sales')
    .ifNotExists()
    .addColumn('year', 'integer', (column) => column.notNull())
    .addColumn('quarter', 'integer', (column) => column.notNull())
    .addColumn('month', 'integer', (column) => column.notNull())
    .addColumn('region', 'text', (column) => column.notNull())
    .addColumn('product', 'text', (column) => column.notNull().references(`${SALES_SCHEMA}.products.name`))
    .addColumn('units', 'integer', (column) => column.notNull())
    .addColumn('amount_yuan', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('sales_pk', ['year', 'month', 'region', 'product'])
    .execute();
  if (!rows[0]?.exists) await fill(transaction);
}

async function fill(transaction: Transaction<object>): Promise<void> {
  const tables = transaction.withSchema(SALES_SCHEMA).withTables<SalesTables>();
  await tables
    .insertInto('products')
    .values(PRODUCT_ROWS.map(([name, category, price_yuan]) => ({ name, category, price_yuan })))
    .execute();
  const rows = [...salesRows()].map(([year, quarter, month, region, product, units, amount_yuan]) => ({
    ...{ year, quarter, month, region, product, units, amount_yuan },
  }));
  await tables.insertInto('sales').values(rows).execute();
}

type SalesTables = {
  products: { name: string; category: string; price_yuan: number };
  sales: {
    year: number;
    quarter: number;
    month: number;
    region: string;
    product: string;
    units: number;
    amount_yuan: number;
  };
};
