import { searchColumns } from '../../domain/filtering/columns.ts';
import { log as kind } from '../../domain/kinds/processing/log.ts';
import { firstAudit, recordText, recordTexts } from '../../domain/records/record.ts';
import { indexOperation } from '../../drivers/search/elasticsearch/bulk.ts';
import { bulk } from '../helpers/elasticsearch.ts';
import { makeLog } from '../helpers/logData.ts';

/** A bare bulk loop of bench/search/reindex.ts: prepares its bodies, prints a line, and sends them on a line of input. */
const [url = '', from = '', to = ''] = process.argv.slice(2);
const BODY_LENGTH = 5_000_000;
const caller = { user: 'bench', requestId: 'bench', traceId: 'bench' };

const bodies: string[] = [];
let body = '';
for (let number = Number(from); number < Number(to); number++) {
  const id = Bun.randomUUIDv7();
  const texts = recordTexts(kind, makeLog(number, id), firstAudit(caller));
  const row = {
    id,
    indexVersion: String(Date.now() * 1_000 + number),
    record: recordText(texts),
    search: texts.search,
  };
  body += indexOperation(searchColumns(kind), row).text;
  if (body.length < BODY_LENGTH) continue;
  bodies.push(body);
  body = '';
}
if (body !== '') bodies.push(body);
process.stdout.write('ready\n');
for await (const _ of Bun.stdin.stream()) break;
for (const one of bodies) await bulk(url, 'bare', one);
process.exit(0);
