import { openDatabase } from '../../../db/client.ts';
import { userGroup } from '../../../domain/kinds/users/userGroup.ts';
import { patchRecord } from '../../../domain/records/write/saveRecord.ts';
import { makeTestServices } from '../services.ts';

/** A process that renames a group, for tests that kill it. Arguments: the URL of the database and the two codes. */
const [url = '', from = '', to = ''] = process.argv.slice(2);
const services = makeTestServices(openDatabase(url, { name: 'waybill to be killed', max: 2 }));
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
