import { processesOf, type Topology } from '../topology/topology.ts';

/** Memory, open files and database connections of the processes. */
export interface Resources {
  readonly memoryMb: Readonly<Record<string, number>>;
  readonly handles: Readonly<Record<string, number>>;
  /** Connections to the primary. */
  readonly connections: number;
  /** Transactions that have been open for five seconds. */
  readonly openTransactions: number;
}

/** Growth that is normal: caches, compiled code, connections within the limits of the pools. */
const MEMORY_GROWTH_MB = 250;
const HANDLES_GROWTH = 60;
const CONNECTIONS_GROWTH = 40;

export async function measureResources(topology: Topology): Promise<Resources> {
  const all = processesOf(topology);
  const [row] = await topology.database.sql<{ connections: number; open: number }[]>`
    select count(*)::int as connections,
      count(*) filter (where state like 'idle in transaction%' and state_change < now() - interval '5 seconds')::int as open
    from pg_stat_activity where backend_type = 'client backend'`;
  return {
    memoryMb: Object.fromEntries(all.map((process) => [process.name, process.memoryMb()])),
    handles: Object.fromEntries(all.map((process) => [process.name, process.handles()])),
    connections: row?.connections ?? 0,
    openTransactions: row?.open ?? 0,
  };
}

/** Returns a sentence for each resource that is not back to normal. */
export function resourceProblems(before: Resources, after: Resources): string[] {
  const grown = (what: string, left: Resources['handles'], right: Resources['handles'], limit: number): string[] =>
    Object.entries(right)
      .filter(([name, value]) => value > (left[name] ?? 0) + limit)
      .map(([name, value]) => `${name} has ${value} ${what}; it had ${left[name]}`);
  return [
    ...grown('MB of memory', before.memoryMb, after.memoryMb, MEMORY_GROWTH_MB),
    ...grown('open files', before.handles, after.handles, HANDLES_GROWTH),
    ...(after.connections > before.connections + CONNECTIONS_GROWTH
      ? [`the database has ${after.connections} connections; it had ${before.connections}`]
      : []),
    ...(after.openTransactions > 0 ? [`${after.openTransactions} transactions have been idle for five seconds`] : []),
  ];
}
