import { makePostgresSearch } from '../../drivers/search.postgres.ts';
import { describeSearchContract } from './search.ts';

describeSearchContract('PostgreSQL', (sql) => ({ engine: makePostgresSearch(sql) }));
