import pino from 'pino';
import { openDatabase } from '../../../db/client.ts';
import { userGroup } from '../../../domain/kinds/users/userGroup.ts';
import type { Platform } from '../../../domain/ports/ports.ts';
import { patchRecord } from '../../../domain/records/save.ts';
import { makeSilentSearch } from '../servers/silentSearch.ts';

/** A process that renames a group, made to be killed: its arguments are the database and the two codes. */
const [url = '', from = '', to = ''] = process.argv.slice(2);
const platform: Platform = {
  sql: openDatabase(url, { name: 'waybill to be killed', max: 2 }),
  search: makeSilentSearch(),
  log: pino({ level: 'silent' }),
  wakeRelay: () => {},
  findable: async () => true,
};
await patchRecord(
  platform,
  userGroup,
  from,
  { code: to },
  {
    caller: { user: 'anonymous', requestId: 'r', traceId: 't' },
    refresh: false,
  },
);
console.log('renamed');
await platform.sql.end();
