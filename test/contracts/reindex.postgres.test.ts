import { makePostgresSearch } from '../../drivers/search.postgres.ts';
import { describeReindex } from './reindex.ts';

describeReindex('PostgreSQL', async (sql) => makePostgresSearch(sql));
