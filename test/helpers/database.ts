import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
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

/** What a database is copied from. */
export interface DatabaseTemplate {
  /** Differs if its content differs, so that a reused server never serves an old template. */
  readonly name: string;
  /** Fills an empty database, or a copy of `base`. */
  readonly fill: (url: string) => Promise<unknown>;
  readonly base?: DatabaseTemplate;
}

/** Creates a migrated database that has only the rows of the migrations, or a copy of another template. */
export async function makeTestDatabase(template = migrated()): Promise<TestDatabase> {
  const server = await testPostgresUrl();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await withServer(server, async (admin) => {
    await makeTemplate(admin, server, template);
    // Without the write-ahead log, which the other strategy fills with all pages of the copy.
    await admin.unsafe(`create database ${name} template ${template.name} strategy file_copy`);
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

/** Creates a template once per server. */
async function makeTemplate(
  admin: postgres.Sql,
  server: string,
  { name, fill, base }: DatabaseTemplate,
): Promise<void> {
  if (base) await makeTemplate(admin, server, base);
  await admin`select pg_advisory_lock(8710234)`;
  try {
    const [existing] = await admin`select from pg_database where datname = ${name}`;
    if (existing) return;
    const unfinished = `${name}_unfinished`;
    await admin.unsafe(`drop database if exists ${unfinished} with (force)`);
    await admin.unsafe(`create database ${unfinished}${base ? ` template ${base.name}` : ''}`);
    await fill(withDatabase(server, unfinished));
    await admin.unsafe(`alter database ${unfinished} rename to ${name}`);
  } finally {
    await admin`select pg_advisory_unlock(8710234)`;
  }
}

let template: DatabaseTemplate | undefined;

/** The template of databases with the tables and queues of this version. */
export function migrated(): DatabaseTemplate {
  const makers = ['drivers/queue/pgBossQueues.ts', 'db/queries/queue/deadLetterEvents.ts'];
  const others = ['domain/queue/definitions.ts', 'domain/queue/systemEvents.ts', 'node_modules/pg-boss/package.json'];
  template ??= {
    name: `template_${hashOf('db/migrations/*.sql', ...makers, ...others)}`,
    async fill(url) {
      await migrateTables(url);
      await migrateQueues(url, Object.values(queues));
    },
  };
  return template;
}

/** Returns a hash of the files that match these patterns. */
export function hashOf(...patterns: readonly string[]): string {
  const root = join(import.meta.dir, '..', '..');
  const summed = createHash('sha256');
  for (const pattern of patterns) {
    const files = pattern.includes('*') ? [...new Bun.Glob(pattern).scanSync(root)].sort() : [pattern];
    for (const file of files) summed.update(file).update(readFileSync(join(root, file)));
  }
  return summed.digest('hex').slice(0, 16);
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
