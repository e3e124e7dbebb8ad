import { expect, setDefaultTimeout, test } from 'bun:test';
import { indexTable } from '../../../db/queries/search/indexTables.ts';
import type { SyncOptions } from '../../../domain/ports/search.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { makeTestDatabase } from '../../helpers/database.ts';
import { makeRecordTable, putRecords, sampleAudit, sampleKind } from '../../helpers/sampleKind.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

const INDEX = 'samples-000001';
const ids = Array.from({ length: 120 }, (_, number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`);
const [first, second] = [ids.slice(0, 60), ids.slice(60)];

/** The write that runs waits here for a row of the index table, which another transaction has locked. */
test('writes of many records to an index table run one at a time, and a write of few or with a waiting client beside them', async () => {
  const database = await makeTestDatabase();
  const { sql } = database;
  await makeRecordTable(sql, sampleKind.table);
  await putRecords(
    sql,
    sampleKind,
    ids.map((id) => ({ values: { id, name: `Name of ${id}` }, audit: sampleAudit() })),
  );
  // Each worker has an engine of its own.
  const [one, other] = [makePostgresSearch(sql), makePostgresSearch(sql)];
  await one.createIndex(sampleKind, INDEX);
  await one.promoteIndex(sampleKind, INDEX, undefined);
  const sync = (engine: typeof one, written: readonly string[], options?: SyncOptions) =>
    engine.sync(sampleKind, written, () => Promise.resolve([INDEX]), options);
  const waiting = (type: string) => async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = ${type} and not l.granted and a.datname = current_database()`;
    return row?.count === 1;
  };
  await sync(one, first);
  const row = await sql.reserve();
  try {
    await row`begin`;
    await row.unsafe(`select from ${indexTable(INDEX)} where id = $1 for update`, [first[0] as string]);
    const holder = sync(one, first);
    await poll('the first write to wait for the row', waiting('transactionid'));
    const next = sync(other, second);
    await poll('the second write to wait for the first', waiting('advisory'));
    expect(await sync(other, second.slice(0, 50))).toMatchObject({ indexed: 50 });
    expect(await sync(other, second, { refresh: true })).toMatchObject({ indexed: 60 });
    await row`commit`;
    expect(await Promise.all([holder, next])).toMatchObject([{ indexed: 60 }, { indexed: 60 }]);
  } finally {
    row.release();
    await database.drop();
  }
});
