import { type HealthCheck, IndexesMissing } from '../api/routes/health.ts';
import { tablesAreCurrent } from '../db/migrations/migrate.ts';
import type { Services } from '../domain/ports/services.ts';
import type { Broker } from '../domain/queue/broker.ts';
import type { QueueDefinition } from '../domain/queue/definitions.ts';
import { missingIndexes } from '../domain/search/indexes.ts';

/** The checks behind `/health/ready`: everything that this process needs to serve requests. */
export function makeHealthChecks(
  services: Services,
  broker: Broker,
  definitions: readonly QueueDefinition[],
  isStopping: () => boolean,
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
  ];
}
