import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type QueueDefinition, queues } from '../../../domain/queue/definitions.ts';
import { makeTestDatabase, type TestDatabase } from '../../helpers/database.ts';

const definitions = Object.values<QueueDefinition>(queues);
let database: TestDatabase;

beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.drop());

test('the lease of a queue job is the one of its queue, and ends ten seconds after the last heartbeat', async () => {
  const rows = await database.sql<{ name: string; lease: number; heartbeat: number }[]>`
    select name, expire_seconds as lease, heartbeat_seconds as heartbeat from pgboss.queue`;
  const leases = new Map(rows.map(({ name, ...lease }) => [name, lease]));
  for (const { name, expireInSeconds } of definitions)
    expect([name, leases.get(name)]).toEqual([name, { lease: expireInSeconds, heartbeat: 10 }]);
  // Not one value for all: a rebuild takes longer than a message.
  expect(new Set(definitions.map(({ expireInSeconds }) => expireInSeconds)).size).toBeGreaterThan(1);
});
