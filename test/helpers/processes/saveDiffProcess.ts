import { openDatabase } from '../../../db/client.ts';
import { saveDiff } from '../../../domain/imports/saveDiff.ts';
import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';
import { makeTestServices } from '../services.ts';

/** A process that saves a diff, for tests that kill it. Arguments: the URL of the database and the number of new records. */
const [url = '', count = '0'] = process.argv.slice(2);
const services = makeTestServices(openDatabase(url, { name: 'waybill to be killed', max: 2 }));
const entries = Array.from({ length: Number(count) }, (_, n) => ({
  diffType: 'DIFF_TYPE_NEW',
  right: { code: `new${n}`, name: 'N' },
}));
await saveDiff(services, worklogType, {
  source: new Blob([JSON.stringify(entries)]).stream(),
  compareField: 'id',
  checkRegistry: true,
  caller: { user: 'anonymous', requestId: 'r', traceId: 't' },
});
console.log('saved');
await services.sql.end();
