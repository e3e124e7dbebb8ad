import { indexTable } from '../../../db/queries/search/indexTables.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { describeMissingIndex } from './missingIndex.ts';

await describeMissingIndex(
  'PostgreSQL',
  makePostgresSearch,
  async ({ sql }, index) => {
    await sql.unsafe(`drop table ${indexTable(index)} cascade`);
  },
  { rebuildsAll: true },
);
