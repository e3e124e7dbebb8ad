import { type Database, openDatabase } from '../../db/client.ts';
import { indexTable, mergePendingLists } from '../../db/queries/search/indexTables.ts';
import { worklogType as kind } from '../../domain/kinds/processing/worklogType.ts';
import { recordTexts } from '../../domain/records/record.ts';
import { makePostgresSearch } from '../../drivers/search/postgres/postgresEngine.ts';
import { startDatabases } from '../helpers/servers.ts';

/**
 * The size of the index of worklog types in PostgreSQL, and the bytes that its writes add to the write-ahead log, against an
 * index that has trigrams of each column apart, as release 0.2 built it. Bytes do not depend on the load of the machine.
 * Full pages are left out, because they depend on the moment of a checkpoint.
 *
 * bun bench/search/indexCost.ts [records] [single writes]
 */
const [records = 40_000, singles = 200] = process.argv.slice(2).map(Number);
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
  const apart = await cost('apart');
  const joined = await cost('joined');
  const line = (name: string, one: number, other: number, unit: string): void =>
    console.log(
      `${name.padEnd(44)} ${format(one)} ${unit} apart, ${format(other)} joined, ${(other / one).toFixed(2)}`,
    );
  line('trigram index after the import', apart.sizes.trigrams / 1e6, joined.sizes.trigrams / 1e6, 'MB');
  line('all indexes after the import', apart.sizes.indexes / 1e6, joined.sizes.indexes / 1e6, 'MB');
  line('table', apart.sizes.table / 1e6, joined.sizes.table / 1e6, 'MB');
  line('log of a record in batches of 500', apart.imported, joined.imported, 'bytes');
  line('log of a record written alone', apart.single, joined.single, 'bytes');
} finally {
  await databases.stop();
}

function format(number: number): string {
  return number >= 100 ? number.toFixed(0) : number.toFixed(1);
}

async function cost(form: 'apart' | 'joined'): Promise<Cost> {
  const sql = openDatabase(await databases.make(form), { name: 'bench', max: 4 });
  const engine = makePostgresSearch(sql);
  const index = `${kind.path}-900001`;
  const sync = (ids: readonly string[], refresh: boolean) =>
    engine.sync(kind, ids, () => Promise.resolve([index]), { refresh });
  try {
    await sql`create extension pg_walinspect`;
    await engine.createIndex(kind, index);
    await engine.promoteIndex(kind, index, undefined);
    if (form === 'apart') await divideTrigrams(sql, index);
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

/** Replaces the trigram index by one of each column apart. */
async function divideTrigrams(sql: Database, index: string): Promise<void> {
  const [trigrams] = await sql<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index
    where indrelid = ${indexTable(index)}::regclass and pg_get_indexdef(indexrelid) like '%gin_trgm_ops%'`;
  const columns = ['code~', 'name~', 'description~', 'form~', 'privilege~', 'icon~', '~words'];
  await sql.unsafe(`drop index ${trigrams?.name}; create index on ${indexTable(index)}
    using gin (${columns.map((name) => `"${name}" gin_trgm_ops`).join(', ')}) with (gin_pending_list_limit = 32768)`);
}

/** Inserts records without an index, and returns their ids. Equal numbers make equal texts. */
async function insert(sql: Database, first: number, count: number): Promise<string[]> {
  const texts = Array.from({ length: count }, (_, place) => {
    const number = first + place;
    const some = (length: number, step: number): string =>
      Array.from({ length }, (_, at) => words[(number * step + at * at * 7 + at) % words.length]).join(' ');
    const when = new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString();
    const name = `Worklog type ${number} ${some(2, 5)}`;
    const values = { id: Bun.randomUUIDv7(), code: `CODE-${number}`, name, description: some(8, 3), icon: 'car' };
    const audit = { version: 1, whoInserted: 'bench', whenInserted: when, whoEdited: 'bench', whenEdited: when };
    return recordTexts(kind, values, audit);
  });
  const lists = (['id', 'doc', 'audit', 'search'] as const).map((member) => texts.map((text) => text[member]));
  await sql.unsafe(
    `insert into worklog_type (id, version, incarnation, index_version, doc, audit, search, code)
      select id, 1, 1, clock_us(), doc, audit, search, search::json ->> 'code'
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as input (id, doc, audit, search)`,
    lists,
  );
  return texts.map(({ id }) => id);
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
