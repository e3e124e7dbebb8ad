import { type Database, openDatabase } from '../../db/client.ts';
import { type IndexForm, indexTable, mergePendingLists, tableColumns } from '../../db/queries/search/indexTables.ts';
import type { Values } from '../../domain/kinds/kind.ts';
import { log } from '../../domain/kinds/processing/log.ts';
import { worklogType } from '../../domain/kinds/processing/worklogType.ts';
import { recordTexts } from '../../domain/records/record.ts';
import { indexed } from '../../drivers/search/postgres/indexDdl.ts';
import { makePostgresSearch } from '../../drivers/search/postgres/postgresEngine.ts';
import { makeLog } from '../helpers/logData.ts';
import { startDatabases } from '../helpers/servers.ts';

/**
 * The size of the index of a kind in PostgreSQL, and the bytes that its writes add to the write-ahead log, against an index of the
 * form of an earlier release, which also stores the record, and all folded texts. Bytes do not depend on the load of the machine.
 * Full pages are left out, because they depend on the moment of a checkpoint.
 *
 * bun bench/search/indexCost.ts [worklogTypes|logs] [records] [single writes]
 */
const [what = 'worklogTypes', ...counts] = process.argv.slice(2);
const [records = 40_000, singles = 200] = counts.map(Number);
const kind = what === 'logs' ? log : worklogType;
const BATCH = 500;
/** The records at the end of an import whose log is measured. */
const MEASURED = 4_000;

const words = `splicing optical fibre cable route customer visit repair mast antenna battery rectifier inspection travel
  training standby meeting paperwork report measurement survey permit excavation duct manhole cabinet router switch
  configuration acceptance handover`.split(/\s+/);

interface Cost {
  /** Bytes of the table, of all its indexes, and of the trigram index. */
  readonly sizes: { table: number; indexes: number; trigrams: number };
  readonly imported: number;
  readonly single: number;
}

const databases = await startDatabases();
try {
  const full = await cost('FULL');
  const compact = await cost('COMPACT');
  const line = (name: string, one: number, other: number, unit: string): void =>
    console.log(
      `${name.padEnd(44)} ${format(one)} ${unit} full, ${format(other)} compact, ${(other / one).toFixed(2)}`,
    );
  line('table after the import', full.sizes.table / 1e6, compact.sizes.table / 1e6, 'MB');
  line('trigram index', full.sizes.trigrams / 1e6, compact.sizes.trigrams / 1e6, 'MB');
  line('all indexes', full.sizes.indexes / 1e6, compact.sizes.indexes / 1e6, 'MB');
  line('log of a record in batches of 500', full.imported, compact.imported, 'bytes');
  line('log of a record written alone', full.single, compact.single, 'bytes');
} finally {
  await databases.stop();
}

function format(number: number): string {
  return number >= 100 ? number.toFixed(0) : number.toFixed(1);
}

async function cost(form: IndexForm): Promise<Cost> {
  const sql = openDatabase(await databases.make(`form_${form.toLowerCase()}`), { name: 'bench', max: 4 });
  const engine = makePostgresSearch(sql);
  const index = `${kind.path}-900001`;
  const sync = (ids: readonly string[], refresh: boolean) =>
    engine.sync(kind, ids, () => Promise.resolve([index]), { refresh });
  try {
    await sql`create extension pg_walinspect`;
    if (form === 'FULL') await createFull(sql, index);
    else await engine.createIndex(kind, index);
    await engine.promoteIndex(kind, index, undefined);
    let from = '';
    for (let first = 0; first < records; first += BATCH) {
      if (first === Math.max(records - MEASURED, 0)) from = await merged(sql, index);
      await sync(await insert(sql, first, BATCH), false);
    }
    const imported = (await logged(sql, index, from)) / Math.min(MEASURED, records);
    const measured = await sizes(sql, index);
    from = await merged(sql, index);
    for (let number = 0; number < singles; number++) await sync(await insert(sql, records + number, 1), true);
    return { sizes: measured, imported, single: (await logged(sql, index, from)) / singles };
  } finally {
    await sql.end();
  }
}

/** Creates a table as an earlier release does. */
async function createFull(sql: Database, index: string): Promise<void> {
  const columns = tableColumns(indexed(kind), 'FULL').map(({ name, definition }) => `${name} ${definition}`);
  await sql.unsafe(`create table ${indexTable(index)} (index_version bigint not null, record text not null,
    ${columns.join(', ')}, primary key ("id"))`);
}

/** Inserts records without an index, and returns their ids. Equal numbers make equal texts. */
async function insert(sql: Database, first: number, count: number): Promise<string[]> {
  const when = (number: number): string => new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString();
  const texts = Array.from({ length: count }, (_, place) => {
    const number = first + place;
    const values = kind === log ? makeLog(number, Bun.randomUUIDv7()) : makeWorklogType(number);
    const audit = { version: 1, whoInserted: 'bench', whoEdited: 'bench' };
    return recordTexts(kind, values, { ...audit, whenInserted: when(number), whenEdited: when(number) });
  });
  const lists = (['id', 'doc', 'audit', 'search'] as const).map((member) => texts.map((text) => text[member]));
  const [columns, values] =
    kind === log
      ? [
          ', month, owner_type, owner_id, log_type_code, start_date',
          `, date_trunc('month', now()), doc::json ->> 'ownerType', doc::json ->> 'ownerId', doc::json ->> 'logTypeCode', now()`,
        ]
      : [', code', `, search::json ->> 'code'`];
  await sql.unsafe(
    `insert into ${kind.table} (id, version, incarnation, index_version, doc, audit, search${columns})
      select id, 1, 1, clock_us(), doc, audit, search${values}
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as input (id, doc, audit, search)`,
    lists,
  );
  return texts.map(({ id }) => id);
}

function makeWorklogType(number: number): Values {
  const some = (length: number, step: number): string =>
    Array.from({ length }, (_, at) => words[(number * step + at * at * 7 + at) % words.length]).join(' ');
  const name = `Worklog type ${number} ${some(2, 5)}`;
  return { id: Bun.randomUUIDv7(), code: `CODE-${number}`, name, description: some(8, 3), icon: 'car' };
}

/** Merges the pending lists, and returns the place in the log. */
async function merged(sql: Database, index: string): Promise<string> {
  await sql.unsafe(mergePendingLists, [index]);
  const [row] = await sql<{ place: string }[]>`select pg_current_wal_insert_lsn()::text as place`;
  return row?.place ?? '';
}

/** Returns the bytes that were logged of the index table and its indexes since, with the merge of the pending lists. */
async function logged(sql: Database, index: string, from: string): Promise<number> {
  const until = await merged(sql, index);
  const [row] = await sql<{ bytes: number }[]>`
    with files as (
      select relfilenode::text as file from pg_class where oid = ${indexTable(index)}::regclass
      union all
      select c.relfilenode::text from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = ${indexTable(index)}::regclass
    )
    select sum(record_length - fpi_length)::float as bytes from pg_get_wal_records_info(${from}::pg_lsn, ${until}::pg_lsn)
    where (regexp_match(block_ref, 'rel [0-9]+/[0-9]+/([0-9]+)'))[1] in (select file from files)`;
  return row?.bytes ?? 0;
}

async function sizes(sql: Database, index: string): Promise<Cost['sizes']> {
  const [row] = await sql<Cost['sizes'][]>`
    select pg_table_size(${indexTable(index)})::float as "table", pg_indexes_size(${indexTable(index)})::float as indexes,
      (select sum(pg_relation_size(indexrelid))::float from pg_index
        where indrelid = ${indexTable(index)}::regclass and pg_get_indexdef(indexrelid) like '%gin_trgm_ops%') as trigrams`;
  return row ?? { table: 0, indexes: 0, trigrams: 0 };
}
