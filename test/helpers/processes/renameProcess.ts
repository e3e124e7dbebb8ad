import pino from 'pino';
import { openDatabase } from '../../../db/client.ts';
import { userGroup } from '../../../domain/kinds/users/userGroup.ts';
import type { Services } from '../../../domain/ports/services.ts';
import { patchRecord } from '../../../domain/records/save.ts';
import { makeSilentSearch } from '../servers/silentSearch.ts';

/** A process that renames a group, made to be killed: its arguments are the database and the two codes. */
const [url = '', from = '', to = ''] = process.argv.slice(2);
const services: Services = {
  sql: openDatabase(url, { name: 'waybill to be killed', max: 2 }),
  search: makeSilentSearch(),
  log: pino({ level: 'silent' }),
  wakeRelay: () => {},
  awaitSearchable: async () => true,
};
await patchRecord(
  services,
  userGroup,
  from,
  { code: to },
  {
    caller: { user: 'anonymous', requestId: 'r', traceId: 't' },
    refresh: false,
  },
);
console.log('renamed');
await services.sql.end();
