import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Database } from '../../../db/client.ts';
import { measureResources } from '../checks/resources.ts';
import { processesOf, type Topology } from '../topology/topology.ts';
import { bloatOf, type Limit, type Series, type Size } from './trend.ts';

/** Sizes of one table, or of several with one name but for a number. */
interface TableSizes {
  readonly rows: number;
  readonly tableBytes: number;
  readonly indexBytes: number;
}

/** Everything that a soak measures at one time. */
export interface Measurement {
  /** Hours since the start. */
  readonly at: number;
  readonly memoryMb: Readonly<Record<string, number>>;
  readonly handles: Readonly<Record<string, number>>;
  readonly connections: number;
  readonly openTransactions: number;
  readonly tables: Readonly<Record<string, TableSizes>>;
}

const limits = {
  memory: { perHour: 60, unit: 'MB' },
  handles: { perHour: 10, unit: 'open files' },
  connections: { perHour: 10, unit: 'connections' },
  bloat: { perHour: 10, unit: 'MB' },
} as const satisfies Record<string, Limit>;

/** Smaller tables and indexes have no bloat that matters. */
const MIN_BYTES = 1_048_576;

export async function measure(topology: Topology, at: number): Promise<Measurement> {
  const { memoryMb, handles, connections, openTransactions } = await measureResources(topology);
  const children = processesOf(topology).map(({ name, pid }) => [`the children of ${name}`, childrenMb(pid)] as const);
  return {
    ...{ at, handles, connections, openTransactions },
    memoryMb: { ...memoryMb, ...Object.fromEntries(children) },
    tables: await tableSizes(topology.database.sql),
  };
}

/** Resident memory of the child processes, such as renderers, in MB. */
function childrenMb(pid: number | undefined): number {
  const folder = `/proc/${pid}/task`;
  if (!existsSync(folder)) return 0;
  const ids = readdirSync(folder).flatMap((task) => read(`${folder}/${task}/children`).trim().split(' '));
  const kilobytes = ids.map((id) => Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${id}/status`))?.[1] ?? 0));
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024);
}

/** Returns the text of a file of the system; empty if its process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The tables of the service by name, without the number that partitions and search indexes have, and the catalogs as one. */
async function tableSizes(sql: Database): Promise<Record<string, TableSizes>> {
  const tables = await sql<{ schema: string; table: string; tableBytes: string; indexBytes: string }[]>`
    select n.nspname as schema, c.relname as table, pg_table_size(c.oid) as "tableBytes",
      pg_indexes_size(c.oid) as "indexBytes"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname <> 'information_schema'`;
  const sizes: Record<string, TableSizes> = {};
  for (const { schema, table, tableBytes, indexBytes } of tables) {
    const isCatalog = schema === 'pg_catalog';
    const name = isCatalog ? schema : `${schema}.${table.replace(/_?\d+(_\d+)*$/, '')}`;
    // The rows of catalogs do not count: those of tables that were dropped are bloat.
    const rows = isCatalog ? 0 : await countRows(sql, schema, table);
    const before = sizes[name] ?? { rows: 0, tableBytes: 0, indexBytes: 0 };
    sizes[name] = {
      rows: before.rows + rows,
      tableBytes: before.tableBytes + Number(tableBytes),
      indexBytes: before.indexBytes + Number(indexBytes),
    };
  }
  return sizes;
}

/** A table may have been dropped since it was listed. */
async function countRows(sql: Database, schema: string, table: string): Promise<number> {
  const rows = await sql<{ count: number }[]>`select count(*)::int as count from ${sql(schema)}.${sql(table)}`.catch(
    (error: { code?: string }) => {
      if (error.code === '42P01') return [];
      throw error;
    },
  );
  return rows[0]?.count ?? 0;
}

/** Returns everything that was measured as series. What was measured only sometimes is 0 at the other times. */
export function seriesOf(all: readonly Measurement[]): Series[] {
  const series = (name: string, limit: Limit, values: readonly number[]): Series => ({
    ...{ name, limit },
    points: values.map((value, index) => [all[index]?.at ?? 0, value] as const),
  });
  const named = (what: string, limit: Limit, records: readonly Readonly<Record<string, number>>[]): Series[] =>
    namesIn(records).map((name) =>
      series(
        `${what} of ${name}`,
        limit,
        records.map((record) => record[name] ?? 0),
      ),
    );
  const tables = all.map(({ tables: sizes }) => sizes);
  const bloat = (what: string, name: string, sizes: readonly Size[]): Series[] =>
    sizes.some(({ bytes }) => bytes >= MIN_BYTES) ? [series(`${what} ${name}`, limits.bloat, bloatOf(sizes))] : [];
  const sizesOf = (name: string, bytes: 'tableBytes' | 'indexBytes'): Size[] =>
    tables.map((sizes) => ({ bytes: sizes[name]?.[bytes] ?? 0, rows: sizes[name]?.rows ?? 0 }));
  return [
    ...named(
      'memory',
      limits.memory,
      all.map(({ memoryMb }) => memoryMb),
    ),
    ...named(
      'open files',
      limits.handles,
      all.map(({ handles }) => handles),
    ),
    series(
      'connections of the database',
      limits.connections,
      all.map(({ connections }) => connections),
    ),
    ...namesIn(tables).flatMap((name) => [
      ...bloat('bloat of', name, sizesOf(name, 'tableBytes')),
      ...bloat('bloat of the indexes of', name, sizesOf(name, 'indexBytes')),
    ]),
  ];
}

const namesIn = (records: readonly Readonly<Record<string, unknown>>[]): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record))),
];
