import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { type Database, openDatabase } from '../../db/client.ts';
import { migrateTables } from '../../db/migrations/migrate.ts';
import { queues } from '../../domain/queue/definitions.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { roleNames } from './servers/databaseRoles.ts';
import { testPostgresUrl } from './servers/postgres.ts';

export interface TestDatabase {
  readonly url: string;
  readonly sql: Database;
  /** Ends `sql` and drops the database, even if clients are connected. */
  drop(): Promise<void>;
}

/** Creates a migrated database that has only the rows of the migrations. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const server = await testPostgresUrl();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await withServer(server, async (admin) => {
    const template = await makeTemplate(admin, server);
    await admin.unsafe(`create database ${name} template ${template}`);
  });
  const url = withDatabase(server, name);
  const sql = openDatabase(url, { name: 'waybill test', max: 10 });
  let dropped: Promise<void> | undefined;
  return {
    url,
    sql,
    drop() {
      dropped ??= (async () => {
        await sql.end({ timeout: 1 });
        await dropDatabase(server, name);
      })();
      return dropped;
    },
  };
}

/** Creates an empty database, for tests of the migrations. */
export async function makeEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = await testPostgresUrl();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await withServer(server, (admin) => admin.unsafe(`create database ${name}`));
  return {
    url: withDatabase(server, name),
    drop: () => dropDatabase(server, name),
  };
}

const dropDatabase = (server: string, name: string): Promise<void> =>
  withServer(server, async (admin) => {
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    const { api, worker } = roleNames(name);
    await admin.unsafe(`drop role if exists ${api}, ${worker}`);
  });

/**
 * Creates the template database once per server. Its name depends on the migrations and on the version of pg-boss, so that
 * a reused server never serves an old template.
 */
async function makeTemplate(admin: postgres.Sql, server: string): Promise<string> {
  const template = `template_${templateHash()}`;
  await admin`select pg_advisory_lock(8710234)`;
  try {
    const [existing] = await admin`select from pg_database where datname = ${template}`;
    if (!existing) {
      const unfinished = `${template}_unfinished`;
      await admin.unsafe(`drop database if exists ${unfinished} with (force)`);
      await admin.unsafe(`create database ${unfinished}`);
      const url = withDatabase(server, unfinished);
      await migrateTables(url);
      await migrateQueues(url, Object.values(queues));
      await admin.unsafe(`alter database ${unfinished} rename to ${template}`);
    }
  } finally {
    await admin`select pg_advisory_unlock(8710234)`;
  }
  return template;
}

let hash: string | undefined;

function templateHash(): string {
  if (hash) return hash;
  const root = join(import.meta.dir, '..', '..');
  const summed = createHash('sha256');
  const folder = join(root, 'db', 'migrations');
  for (const file of readdirSync(folder).sort()) {
    if (file.endsWith('.sql')) summed.update(file).update(readFileSync(join(folder, file)));
  }
  const makers = ['drivers/queue/pgBossQueues.ts', 'db/queries/queue/deadLetterEvents.ts'];
  for (const file of [
    ...makers,
    'domain/queue/definitions.ts',
    'domain/queue/systemEvents.ts',
    'node_modules/pg-boss/package.json',
  ]) {
    summed.update(readFileSync(join(root, file)));
  }
  hash = summed.digest('hex').slice(0, 16);
  return hash;
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function withServer<T>(server: string, work: (admin: postgres.Sql) => Promise<T>): Promise<void> {
  const admin = postgres(server, {
    max: 1,
    onnotice: () => {},
    connection: { application_name: 'waybill test admin' },
  });
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
