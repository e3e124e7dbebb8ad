import { queryReadable } from '../../db/queries/access/readableRows.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { Spool } from '../runtime/spool.ts';
import { presentText } from './presentRecord.ts';
import type { RecordRow } from './record.ts';

/** Rows of one batch. A result that fits into one batch is answered from memory. */
const BATCH = 1_000;

/**
 * Returns all records found by a query of `doc` and `audit` as a JSON array: text if they are few, otherwise a stream
 * without a limit. Rows are spooled to disk as fast as the database sends them: memory stays bounded, and a slow client
 * does not occupy a connection.
 */
export async function streamRecords(
  { sql }: Services,
  kind: Kind,
  query: string,
  values: (string | string[])[],
): Promise<string | ReadableStream<Uint8Array>> {
  const batches = queryReadable<RecordRow>(sql, query, values).cursor(BATCH)[Symbol.asyncIterator]();
  const textOf = (rows: readonly RecordRow[]): string => rows.map((row) => presentText(kind, row)).join(',');
  const first = await batches.next();
  const rows = first.done ? [] : first.value;
  const second = rows.length < BATCH ? undefined : await batches.next();
  if (!second || second.done) {
    if (!second) await batches.return?.();
    return `[${textOf(rows)}]`;
  }
  const spool = new Spool();
  const write = async (): Promise<void> => {
    try {
      await spool.write(Buffer.from(`[${textOf(rows)}`));
      for (let next: IteratorResult<RecordRow[]> = second; !next.done; next = await batches.next()) {
        if (next.value.length > 0) await spool.write(Buffer.from(`,${textOf(next.value)}`));
      }
      await spool.write(Buffer.from(']'));
    } finally {
      await batches.return?.();
    }
  };
  write().then(
    () => spool.end(),
    (error) => spool.end(error),
  );
  return spool.stream();
}
