import { openDatabase } from '../../../db/client.ts';
import { ensureIndexes } from '../../../domain/search/indexes.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { type DatabaseTemplate, hashOf, makeTestDatabase, migrated, type TestDatabase } from '../database.ts';
import { makeTestServices } from '../services.ts';

let template: DatabaseTemplate | undefined;

/** The template of migrated databases that have the empty search indexes of PostgreSQL: hundreds of tables and indexes. */
function indexed(): DatabaseTemplate {
  const base = migrated();
  const makers = [
    'domain/kinds/**/*.ts',
    'domain/filtering/**/*.ts',
    'domain/search/*.ts',
    'drivers/search/postgres/**/*.ts',
  ];
  template ??= {
    name: `${base.name}_${hashOf(...makers, 'db/queries/search/**/*.ts')}`,
    base,
    async fill(url) {
      const sql = openDatabase(url, { name: 'waybill test template', max: 2 });
      try {
        await ensureIndexes(makeTestServices(sql, { search: makePostgresSearch(sql) }));
      } finally {
        await sql.end({ timeout: 1 });
      }
    },
  };
  return template;
}

/** Creates a migrated database with the search indexes of all kinds in PostgreSQL, as a started service has it. */
export const makeIndexedDatabase = (): Promise<TestDatabase> => makeTestDatabase(indexed());
