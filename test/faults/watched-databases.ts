import type { SqliteStatement } from 'kysely';
import { Client } from 'pg';
import { LibsqlDatabase } from '../../src/stores/libsql-database';
import { WatchedConnection } from './fault-point';

const connections = new WeakMap<object, WatchedConnection>();

function connectionOf(handle: object): WatchedConnection {
  const known = connections.get(handle) ?? new WatchedConnection();
  connections.set(handle, known);
  return known;
}

/** From now on every statement of this process goes past the fault point: just before it is sent, and just after it is done. */
export function watchDatabases(): void {
  watchSqlite(LibsqlDatabase.prototype);
  watchPostgres(Client.prototype);
}

function watchSqlite(databases: LibsqlDatabase): void {
  const { prepare } = databases;
  databases.prepare = function (sql: string): SqliteStatement {
    const statement = prepare.call(this, sql);
    const connection = connectionOf(this);
    const watched = <Result>(work: (parameters: readonly unknown[]) => Result) => {
      return (parameters: readonly unknown[]): Result => {
        connection.sends(sql, parameters);
        const result = work(parameters);
        connection.sent(sql);
        return result;
      };
    };
    const { reader } = statement;
    return {
      reader,
      all: watched((parameters) => statement.all(parameters)),
      run: watched((parameters) => statement.run(parameters)),
      iterate: (parameters) => statement.iterate(parameters),
    };
  };
}

/** As the store calls the driver: with a text and its values, for a promise. */
type Query = (this: object, config: { text: string; values?: readonly unknown[] }, ...more: unknown[]) => unknown;

function watchPostgres(clients: { query: unknown }): void {
  const query = clients.query as Query;
  const watched: Query = function (config, ...more) {
    const { text, values = [] } = config;
    if (typeof text !== 'string' || more.length > 0) return query.call(this, config, ...more); // not the store's
    const connection = connectionOf(this);
    connection.sends(text, values);
    return (query.call(this, config) as Promise<unknown>).then((result) => {
      connection.sent(text);
      return result;
    });
  };
  clients.query = watched;
}
