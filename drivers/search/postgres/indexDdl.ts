import type { ReservedSql } from 'postgres';
import type { Database } from '../../../db/client.ts';
import {
  createAlias,
  createTable,
  type IndexedKind,
  indexDefinitions,
  indexTable,
  tableColumns,
  unfinishedIndexes,
} from '../../../db/queries/search/indexTables.ts';
import { documentColumns, quoteName } from '../../../db/queries/search/searchColumns.ts';
import { badRequest } from '../../../domain/errors.ts';
import { searchColumns } from '../../../domain/filtering/columns.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';

/** Up to so many rows, indexes are built in a moment, and writers may wait for it. */
const SMALL = 5_000;
const LOCK_PAUSE_MS = 100;

const indexed = (kind: Kind): IndexedKind => ({ columns: searchColumns(kind), unindexed: kind.unindexedColumns ?? [] });

/** Makes an empty index table. Again is no error. */
export async function makeTable(sql: Database, kind: Kind, index: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`search.${index}`}, 0))`;
    const [row] = await tx<{ there: boolean }[]>`select to_regclass(${indexTable(index)}) is not null as there`;
    if (!row?.there) await tx.unsafe(createTable(index, searchColumns(kind)));
  });
}

export async function dropTable(sql: Database, kind: Kind, index: string): Promise<void> {
  await sql.begin(async (tx) => {
    if ((await liveTable(tx, kind)) === index) await tx.unsafe(`drop view if exists ${indexTable(kind.path)}`);
    await tx.unsafe(`drop table if exists ${indexTable(index)}`);
  });
}

/** The index table behind the kind's alias. */
async function liveTable(sql: Pick<Database, 'unsafe'>, kind: Kind): Promise<string | undefined> {
  const [row] = await sql.unsafe<{ target: string | null }[]>(
    `select obj_description(to_regclass($1), 'pg_class') as target`,
    [indexTable(kind.path)],
  );
  return row?.target ?? undefined;
}

/**
 * Builds the table's indexes, and then points the alias to it in one step. Searches and writes go on meanwhile: what
 * the build holds up is a small table's writers, for a moment.
 */
export async function makeLive(sql: Database, kind: Kind, index: string): Promise<void> {
  const session = await sql.reserve();
  try {
    await lock(session, `search.live.${kind.path}`);
    if ((await liveTable(session, kind)) === index) return;
    await buildIndexes(session, kind, index);
    // Without statistics and a visibility map the first searches would scan.
    await session.unsafe(`vacuum (analyze) ${indexTable(index)}`);
    // Statements sent together are one transaction.
    await session.unsafe(createAlias(kind.path, index).join('; '));
  } finally {
    // The lock of a session whose connection has died is gone with it.
    await session`select pg_advisory_unlock_all()`.catch(() => {});
    session.release();
  }
}

/** Tried again and again: a session that waits inside a statement is itself waited for by a concurrent build. */
async function lock(session: ReservedSql<{ bigint: bigint }>, name: string): Promise<void> {
  for (;;) {
    const [row] = await session<{ got: boolean }[]>`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as got`;
    if (row?.got) return;
    await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
  }
}

async function buildIndexes(session: ReservedSql<{ bigint: bigint }>, kind: Kind, index: string): Promise<void> {
  const table = indexTable(index);
  for (const { name } of await session.unsafe<{ name: string }[]>(unfinishedIndexes(index)))
    await session.unsafe(`drop index if exists ${name}`);
  const [size] = await session.unsafe<{ count: number }[]>(
    `select count(*)::int as count from (select from ${table} limit ${SMALL + 1}) as rows`,
  );
  const definitions = indexDefinitions(index, indexed(kind));
  if ((size?.count ?? 0) <= SMALL) {
    const statements = definitions.map(({ name, on }) => `create index if not exists ${name} on ${on}`);
    await session.unsafe(statements.join('; '));
    return;
  }
  // A GIN index is sorted in memory, and goes to disk where that ends.
  await session.unsafe(`set maintenance_work_mem = '256MB'`);
  try {
    for (const { name, on } of definitions)
      await session.unsafe(`create index concurrently if not exists ${name} on ${on}`);
  } finally {
    await session.unsafe('reset maintenance_work_mem').catch(() => {});
  }
}

/** Adds the columns that the schema has and the table lacks; one of another type is a 400 that says to rebuild. */
export async function addColumns(sql: Database, kind: Kind, index: string): Promise<void> {
  await sql.begin(async (tx) => {
    const rows = await tx<{ name: string; type: string }[]>`
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = to_regclass(${indexTable(index)}) and attnum > 0 and not attisdropped`;
    if (rows.length === 0) throw badRequest(`There is no index ${index}.`, [`indexName: ${index} does not exist`]);
    const present = new Map(rows.map(({ name, type }) => [quoteName(name), type]));
    const columns = searchColumns(kind);
    const problems = documentColumns(columns).flatMap(({ name, type }) => {
      const held = present.get(name);
      const plain = type.replace(' collate "C"', '');
      if (held === undefined || held === plain) return [];
      return [`${name.slice(1, -1)}: the index holds it as ${held} and the schema as ${plain}, rebuild the index`];
    });
    if (problems.length > 0) throw badRequest(`The index ${index} has to be rebuilt.`, problems);
    const missing = tableColumns(columns).filter(({ name }) => !present.has(name));
    if (missing.length === 0) return;
    for (const { name, definition } of missing)
      await tx.unsafe(`alter table ${indexTable(index)} add column ${name} ${definition}`);
    if ((await liveTable(tx, kind)) !== index) return;
    const added = columns.filter(({ name }) => !present.has(quoteName(name)));
    for (const { name, on } of indexDefinitions(index, { ...indexed(kind), columns: added }, { membersOnly: true }))
      await tx.unsafe(`create index if not exists ${name} on ${on}`);
    for (const text of createAlias(kind.path, index)) await tx.unsafe(text);
  });
}
