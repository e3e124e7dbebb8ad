import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../db/client.ts';
import { type Month, monthOf } from '../../db/queries/logs/logPartitions.ts';
import type { Values } from '../../domain/kinds/kind.ts';
import { log as kind } from '../../domain/kinds/processing/log.ts';
import { firstAudit, recordTexts } from '../../domain/records/record.ts';

const owners = ['Order', 'Ticket', 'Customer', 'Device'];
export const streets = [
  'Plzeňská',
  'Na Příkopě',
  'Žižkova',
  'Main Street',
  'Masarykova',
  'Ulica Długa',
  'Königsallee',
  'Rue de la Paix',
];
const caller = { user: 'bench', requestId: 'bench', traceId: 'bench' };

/** Returns a log of the typical size of an exchange between two systems: about 250 bytes of distinct texts. */
export function makeLog(number: number, id: string): Values {
  const started = Date.UTC(2026, 10, 1) + number * 1_000;
  const order = (number * 2_654_435_761) % 4_294_967_296;
  return {
    id,
    ownerType: owners[number % owners.length] as string,
    ownerId: String(number % 50_000),
    logTypeCode: `TYPE_${number % 12}`,
    startDate: new Date(started).toISOString(),
    request: `{"order":"${order.toString(36)}","street":"${streets[number % streets.length]} ${number % 300}"}`,
    response: `{"state":"${number % 7 === 0 ? 'refused' : 'accepted'}","ticket":${number}}`,
    resultCode: number % 7 === 0 ? 'E42' : 'OK',
    endDate: new Date(started + (number % 900)).toISOString(),
    correlationId: `c-${order.toString(16)}`,
    duration: number % 900,
    module: `module-${number % 20}`,
    relatedData: { attempt: number % 4, site: `S${number % 1_000}` },
  };
}

/**
 * Inserts `count` logs with COPY, from the one of number `start` on, and returns the smallest and the largest id.
 *
 * @param month the month whose partition has them, which must exist; absent: this one
 */
export async function loadLogs(
  sql: Database,
  count: number,
  start = 0,
  month: Month = monthOf(new Date()),
): Promise<{ from: string; to: string }> {
  // An id names its month.
  const millisecond = (number: number): number =>
    month === monthOf(new Date()) ? Date.now() : Date.parse(`${month}T00:00:00Z`) + number;
  const escaped = (text: string): string =>
    text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
  let first = '';
  let last = '';
  function* lines(): Generator<string> {
    let batch = '';
    for (let number = start; number < start + count; number++) {
      const id = Bun.randomUUIDv7('hex', millisecond(number));
      first ||= id;
      last = id;
      const values = makeLog(number, id);
      const texts = recordTexts(kind, values, firstAudit(caller));
      batch += `${[
        id,
        month,
        1,
        Date.now() * 1_000 + number,
        Date.now() * 1_000 + number,
        values.ownerType,
        values.ownerId,
        values.logTypeCode,
        values.startDate,
        escaped(texts.doc),
        escaped(texts.audit),
        escaped(texts.search),
      ].join('\t')}\n`;
      if (batch.length > 1_000_000) {
        yield batch;
        batch = '';
      }
    }
    yield batch;
  }
  const target =
    await sql`copy log (id, month, version, incarnation, index_version, owner_type, owner_id, log_type_code,
    start_date, doc, audit, search) from stdin`.writable();
  await pipeline(Readable.from(lines()), target);
  await sql.unsafe('vacuum analyze log');
  return { from: first, to: last };
}
