import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { describeReindex } from './reindexContract.ts';

describeReindex('PostgreSQL', async (sql) => makePostgresSearch(sql));
