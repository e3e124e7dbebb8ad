import pino from 'pino';
import { openDatabase } from '../../../db/client.ts';
import { saveDiff } from '../../../domain/imports/saveDiff.ts';
import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';
import type { Services } from '../../../domain/ports/services.ts';
import { makeSilentSearch } from '../servers/silentSearch.ts';

/** A process that saves a diff, made to be killed: its arguments are the database and the number of new records. */
const [url = '', count = '0'] = process.argv.slice(2);
const services: Services = {
  sql: openDatabase(url, { name: 'waybill to be killed', max: 2 }),
  search: makeSilentSearch(),
  log: pino({ level: 'silent' }),
  wakeRelay: () => {},
  awaitSearchable: async () => true,
};
const entries = Array.from({ length: Number(count) }, (_, n) => ({
  diffType: 'DIFF_TYPE_NEW',
  right: { code: `new${n}`, name: 'N' },
}));
await saveDiff(services, worklogType, {
  source: new Blob([JSON.stringify(entries)]).stream(),
  compareField: 'id',
  caller: { user: 'anonymous', requestId: 'r', traceId: 't' },
});
console.log('saved');
await services.sql.end();
