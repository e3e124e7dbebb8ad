import type { ReservedSql } from 'postgres';
import type { Database } from '../../../db/client.ts';
import { dropCounter } from '../../../db/queries/search/indexCounter.ts';
import {
  createAlias,
  createTable,
  formOf,
  type IndexDefinition,
  type IndexedKind,
  type IndexForm,
  indexDefinitions,
  indexTable,
  tableColumns,
  targetOf,
  unfinishedIndexes,
  viewColumns,
} from '../../../db/queries/search/indexTables.ts';
import { documentColumns, quoteName } from '../../../db/queries/search/searchColumns.ts';
import { ownsTables } from '../../../db/roles/ownership.ts';
import { badRequest } from '../../../domain/errors.ts';
import { fulltextMembers, searchColumns } from '../../../domain/filtering/columns.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';

/** Up to this many rows, indexes are built while writers wait, which takes a moment. */
const SMALL_TABLE_ROWS = 5_000;
const LOCK_PAUSE_MS = 100;
/** Maximum wait for another process that promotes an index of the kind. A step that waits longer is retried and counts no fault. */
const LOCK_WAIT_MS = 60_000;

export const indexed = (kind: Kind): IndexedKind => ({
  path: kind.path,
  table: kind.table,
  columns: searchColumns(kind),
  unindexed: kind.unindexedColumns ?? [],
  fulltext: fulltextMembers,
});

/** `name type`, as the columns of a table. */
const columnTexts = (columns: readonly { name: string; definition: string }[]): string[] =>
  columns.map(({ name, definition }) => `${name} ${definition}`);

/**
 * Creates an empty index table. Does nothing if the table exists. A role that does not own the tables creates it with all
 * indexes, because no function can build them later without blocking writers.
 */
export async function makeTable(sql: Database, kind: Kind, index: string): Promise<void> {
  if (!(await ownsTables(sql))) {
    // The index is registered: other processes write to the table as soon as they see it.
    await sql.begin(async (tx) => {
      await extendTable(tx, index, { columns: [], indexes: [] });
      const { form } = await formOfTable(tx, index);
      const columns = columnTexts(tableColumns(indexed(kind), form));
      await extendTable(tx, index, { columns, indexes: indexDefinitions(index, indexed(kind), { form }) });
    });
    return;
  }
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`search.${index}`}, 0))`;
    const { form, exists } = await formOfTable(tx, index);
    if (exists) return;
    for (const text of createTable(index, indexed(kind), form)) await tx.unsafe(text);
  });
}

/** Adds what is missing of a table, its columns and its indexes, by a function of the owner (db/roles/ownerFunctions.ts). */
const extendTable = (
  sql: Pick<Database, 'unsafe'>,
  index: string,
  { columns, indexes }: { readonly columns: readonly string[]; readonly indexes: readonly IndexDefinition[] },
) =>
  sql.unsafe('select extend_index_table($1, $2::text[], $3::text[])', [
    index,
    [...columns],
    indexes.map(({ definition }) => definition),
  ]);

export async function dropTable(sql: Database, kind: Kind, index: string): Promise<void> {
  if (!(await ownsTables(sql))) {
    await sql`select drop_index_table(${kind.path}, ${index})`;
    return;
  }
  await sql.begin(async (tx) => {
    if ((await liveTable(tx, kind)) === index) await tx.unsafe(`drop view if exists ${indexTable(kind.path)}`);
    await tx.unsafe(`drop table if exists ${indexTable(index)}`);
    await tx.unsafe(dropCounter(index));
  });
}

/** Returns those of these indexes that have a table. */
export async function existingTables(sql: Database, indexes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }[]>`
    select name from unnest(${[...indexes]}::text[], ${indexes.map(indexTable)}::text[]) as input(name, path)
    where to_regclass(path) is not null`;
  return new Set(rows.map(({ name }) => name));
}

/** Whether searches of the kind have a table. Dropping the table drops the alias with it. */
export async function hasLiveTable(sql: Database, kind: Kind): Promise<boolean> {
  return (await liveTable(sql, kind)) !== undefined;
}

/** Returns the name of the index table that the kind's alias points to. */
async function liveTable(sql: Pick<Database, 'unsafe'>, kind: Kind): Promise<string | undefined> {
  const [row] = await sql.unsafe<{ target: string | null }[]>(`select ${targetOf(kind.path)} as target`);
  return row?.target ?? undefined;
}

/**
 * Builds the table's indexes, then points the alias to the table in one step. Searches and writes continue during the
 * build; it blocks only the writers of a small table, for a moment.
 *
 * @throws SearchUnavailable if another process still promotes an index of the kind after `maxWaitMs`
 */
export async function makeLive(
  sql: Database,
  kind: Kind,
  index: string,
  maxWaitMs: number = LOCK_WAIT_MS,
): Promise<void> {
  const isOwner = await ownsTables(sql);
  const session = await sql.reserve();
  try {
    if (!(await lock(session, `search.live.${kind.path}`, maxWaitMs)))
      throw new SearchUnavailable(`Another process is promoting an index of ${kind.plural}.`);
    if ((await liveTable(session, kind)) === index) return;
    const { form } = await formOfTable(session, index);
    const definitions = indexDefinitions(index, indexed(kind), { form });
    if (isOwner) await buildIndexes(session, index, definitions);
    else await extendTable(session, index, { columns: [], indexes: definitions });
    // Without statistics and a visibility map the first searches would scan the table.
    await session.unsafe(`vacuum (analyze) ${indexTable(index)}`);
    await setAlias(session, kind, { index, form, isOwner });
  } finally {
    // A lost connection has released its locks.
    await session`select pg_advisory_unlock_all()`.catch(() => {});
    session.release();
  }
}

/** Returns the form of an index table, or without a table the one that it would have, and whether it exists. */
export async function formOfTable(
  sql: Pick<Database, 'unsafe'>,
  index: string,
): Promise<{ readonly form: IndexForm; readonly exists: boolean }> {
  const [row] = await sql.unsafe<[{ form: IndexForm; exists: boolean }]>(formOf(index));
  return row;
}

/** Points the alias of a kind to a table. */
async function setAlias(
  sql: Pick<Database, 'unsafe'>,
  kind: Kind,
  { index, form, isOwner }: { readonly index: string; readonly form: IndexForm; readonly isOwner: boolean },
): Promise<void> {
  // Statements sent together are one transaction.
  if (isOwner) await sql.unsafe(createAlias(indexed(kind), index, form).join('; '));
  else {
    const columns = form === 'FULL' ? [] : viewColumns(indexed(kind));
    await sql.unsafe('select set_index_alias($1, $2, $3::text[])', [kind.path, index, columns]);
  }
}

/**
 * Polls for the lock: a concurrent index build waits for every session that waits inside a statement. Returns false if
 * another session still has it after `maxWaitMs`: a build may wait for hours for the transaction of an unrelated client.
 */
async function lock(session: ReservedSql<{ bigint: bigint }>, name: string, maxWaitMs: number): Promise<boolean> {
  const end = performance.now() + maxWaitMs;
  for (;;) {
    const [row] = await session<
      { locked: boolean }[]
    >`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as locked`;
    if (row?.locked) return true;
    if (performance.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
  }
}

async function buildIndexes(
  session: ReservedSql<{ bigint: bigint }>,
  index: string,
  definitions: readonly IndexDefinition[],
): Promise<void> {
  const table = indexTable(index);
  for (const { name } of await session.unsafe<{ name: string }[]>(unfinishedIndexes(index)))
    await session.unsafe(`drop index if exists ${name}`);
  const [size] = await session.unsafe<{ count: number }[]>(
    `select count(*)::int as count from (select from ${table} limit ${SMALL_TABLE_ROWS + 1}) as rows`,
  );
  if ((size?.count ?? 0) <= SMALL_TABLE_ROWS) {
    const statements = definitions.map(({ name, on }) => `create index if not exists ${name} on ${on}`);
    await session.unsafe(statements.join('; '));
    return;
  }
  // A GIN index is sorted in memory, and spills to disk above this limit.
  await session.unsafe(`set maintenance_work_mem = '256MB'`);
  try {
    for (const { name, on } of definitions)
      await session.unsafe(`create index concurrently if not exists ${name} on ${on}`);
  } finally {
    await session.unsafe('reset maintenance_work_mem').catch(() => {});
  }
}

/** Adds the columns that the table lacks. A column of another type is a 400: the index must be rebuilt. */
export async function addColumns(sql: Database, kind: Kind, index: string): Promise<void> {
  const isOwner = await ownsTables(sql);
  await sql.begin(async (tx) => {
    const rows = await tx<{ name: string; type: string }[]>`
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = to_regclass(${indexTable(index)}) and attnum > 0 and not attisdropped`;
    if (rows.length === 0) throw badRequest(`No index has the name ${index}.`, [`indexName: ${index} does not exist`]);
    const present = new Map(rows.map(({ name, type }) => [quoteName(name), type]));
    const columns = searchColumns(kind);
    const problems = documentColumns(columns).flatMap(({ name, type }) => {
      const stored = present.get(name);
      const plain = type.replace(' collate "C"', '');
      if (stored === undefined || stored === plain) return [];
      return [`${name.slice(1, -1)}: the index has type ${stored} and the schema ${plain}, rebuild the index`];
    });
    if (problems.length > 0) throw badRequest(`The index ${index} must be rebuilt.`, problems);
    const { form } = await formOfTable(tx, index);
    const missing = tableColumns(indexed(kind), form).filter(({ name }) => !present.has(name));
    if (missing.length === 0) return;
    const added = columns.filter(({ name }) => !present.has(quoteName(name)));
    const indexes = indexDefinitions(index, { ...indexed(kind), columns: added }, { form, membersOnly: true });
    const isLive = (await liveTable(tx, kind)) === index;
    if (!isOwner) {
      await extendTable(tx, index, { columns: columnTexts(missing), indexes });
      if (isLive) await setAlias(tx, kind, { index, form, isOwner });
      return;
    }
    for (const { name, definition } of missing)
      await tx.unsafe(`alter table ${indexTable(index)} add column ${name} ${definition}`);
    if (!isLive) return;
    for (const { name, on } of indexes) await tx.unsafe(`create index if not exists ${name} on ${on}`);
    await setAlias(tx, kind, { index, form, isOwner });
  });
}
