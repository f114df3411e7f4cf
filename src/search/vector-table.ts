import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { isPostgres, takeTurn } from './postgres';
import type { SearchDocument } from './search-index';

/** Vectors by content hash and model, so that each text is embedded once. Numbers are 32-bit floats, little-endian. */
export class VectorTable {
  constructor(
    private readonly database: Kysely<object>,
    private readonly table: string,
    private readonly model: string,
  ) {}

  async create(): Promise<void> {
    await this.database.transaction().execute(async (transaction) => {
      await takeTurn(transaction, this.table);
      const bytes = sql.raw(isPostgres(transaction) ? 'bytea' : 'blob');
      await sql`create table if not exists ${sql.table(this.table)} (
        hash text not null, model text not null, vector ${bytes} not null, primary key (hash, model))`.execute(
        transaction,
      );
    });
  }

  /** By content hash. */
  async read(): Promise<Map<string, Float32Array>> {
    const { rows } = await sql<{ hash: string; vector: Uint8Array | ArrayBuffer }>`
      select hash, vector from ${sql.table(this.table)} where model = ${this.model}`.execute(this.database);
    return new Map(rows.map(({ hash, vector }) => [hash, fromBytes(vector)]));
  }

  async write(hash: string, vector: Float32Array): Promise<void> {
    await sql`insert into ${sql.table(this.table)} (hash, model, vector)
      values (${hash}, ${this.model}, ${toBytes(vector)})
      on conflict (hash, model) do update set vector = excluded.vector`.execute(this.database);
  }
}

export const contentHash = ({ title, body }: SearchDocument): string =>
  createHash('sha256')
    .update(JSON.stringify([title, body]))
    .digest('hex');

const toBytes = (vector: Float32Array): Buffer => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** libsql gives an ArrayBuffer, other drivers a view, which is copied because a Float32Array cannot start at every offset. */
const fromBytes = (bytes: Uint8Array | ArrayBuffer): Float32Array =>
  new Float32Array(ArrayBuffer.isView(bytes) ? Uint8Array.from(bytes).buffer : bytes);
