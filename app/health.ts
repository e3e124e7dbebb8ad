import { Degraded, type HealthCheck, IndexesMissing } from '../api/routes/health.ts';
import { tablesAreCurrent } from '../db/migrations/migrate.ts';
import type { Services } from '../domain/ports/services.ts';
import type { Broker } from '../domain/queue/broker.ts';
import type { QueueDefinition } from '../domain/queue/definitions.ts';
import { missingIndexes } from '../domain/search/indexes.ts';
import type { ReadReplica } from '../drivers/readReplica/readReplica.ts';

/** The checks behind `/health/ready`: everything that this process needs to serve requests. */
export function makeHealthChecks(
  services: Services,
  broker: Broker,
  definitions: readonly QueueDefinition[],
  {
    isStopping,
    gotenbergUrl,
    replica,
  }: {
    readonly isStopping: () => boolean;
    readonly gotenbergUrl: string | undefined;
    readonly replica: ReadReplica | undefined;
  },
): HealthCheck[] {
  const { sql, search } = services;
  return [
    {
      name: 'process',
      check: async () => {
        if (isStopping()) throw new Error('the process is stopping');
      },
    },
    { name: 'database', check: async () => void (await sql`select 1`) },
    {
      name: 'migrations',
      check: async () => {
        if (!(await tablesAreCurrent(sql))) throw new Error('a migration is missing');
      },
    },
    {
      name: 'search',
      check: async () => {
        await search.ping();
        const missing = await missingIndexes(services);
        if (missing.length > 0) throw new IndexesMissing(missing);
      },
    },
    {
      name: 'queue',
      check: async () => {
        const existing = await broker.queueNames();
        const missing = definitions.map(({ name }) => name).filter((name) => !existing.has(name));
        if (missing.length > 0) throw new Error(`these queues do not exist: ${missing.join(', ')}`);
      },
    },
    ...(gotenbergUrl === undefined ? [] : [{ name: 'browser' as const, check: () => checkGotenberg(gotenbergUrl) }]),
    ...(replica === undefined ? [] : [{ name: 'replica' as const, check: () => checkReplica(replica) }]),
  ];
}

/** The primary serves all reads meanwhile. */
async function checkReplica({ problem }: ReadReplica): Promise<void> {
  if (problem !== undefined) throw new Degraded(`the read replica cannot be used: ${problem}`);
}

/** Time limit of the Gotenberg, shorter than that of a check. */
const GOTENBERG_MS = 1_000;

async function checkGotenberg(url: string): Promise<void> {
  try {
    const response = await fetch(`${url}/health`, { redirect: 'manual', signal: AbortSignal.timeout(GOTENBERG_MS) });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`it answered with status ${response.status}`);
  } catch (error) {
    throw new Degraded('the Gotenberg of GOTENBERG_URL is not available', { cause: error });
  }
}
