import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from '../../../drivers/net/freePort.ts';
import { poll } from '../../../test/helpers/waits/poll.ts';
import { makeEmptyDatabase } from '../emptyDatabase.ts';
import { npmPeer } from '../installed.ts';
import type { Peer, Rate, Side } from '../peer.ts';
import { startRedis } from '../redis.ts';
import { startTied, type TiedProcess } from '../tiedProcess.ts';
import { requests } from './requests.ts';
import type { TypeEnvironment } from './types.ts';

const READ = 200;
const START_LIMIT_MS = 300_000;

/** The fields of a worklog type. An item has a generated id, and its changes are recorded as activity and revisions. */
const fields = [
  { field: 'id', type: 'uuid', meta: { special: ['uuid'] }, schema: { is_primary_key: true } },
  { field: 'code', type: 'string', schema: { is_unique: true, is_nullable: false } },
  { field: 'name', type: 'string', schema: {} },
  { field: 'description', type: 'text', schema: {} },
];
const collections = ['worklog_types', 'indexed_worklog_types'];

/**
 * Directus in production mode on the same server of PostgreSQL, in one process without and one with its cache of responses in
 * Redis. The requests have the static token of its administrator. Directus makes no index for texts within a field; the last
 * collection has the trigram index that an administrator of PostgreSQL would add.
 */
export const directus: Peer<TypeEnvironment> = {
  name: 'directus',
  async start(environment) {
    const peer = await npmPeer('directus', ['isolated-vm', 'argon2']);
    const redis = await startRedis(['--save', '']);
    const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-directus-'));
    const database = await makeEmptyDatabase(environment.url, 'directus');
    const sql = postgres(database, { max: 1, onnotice: () => {} });
    const token = randomBytes(16).toString('hex');
    const common = {
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      TELEMETRY: 'false',
      HOST: '127.0.0.1',
      SECRET: randomBytes(32).toString('hex'),
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: token,
      ADMIN_TOKEN: token,
      DB_CLIENT: 'pg',
      DB_CONNECTION_STRING: database,
      // As many as the api of Waybill has.
      DB_POOL__MAX: '16',
      // It refuses requests when the event loop is busy, which is what is measured.
      PRESSURE_LIMITER_ENABLED: 'false',
    };
    // What the command `directus` runs after it has asked the registry for a newer version.
    const cli = join(peer.folder, 'node_modules', '@directus', 'api', 'dist', 'cli', 'run.js');
    const running: TiedProcess[] = [];
    const stop = async (): Promise<void> => {
      for (const one of running) await one.stop();
      await redis.stop();
      await sql.end({ timeout: 1 });
      rmSync(folder, { recursive: true, force: true });
    };

    async function start(env: Record<string, string>): Promise<number> {
      const port = await freePort('127.0.0.1');
      running.push(
        startTied([peer.node, cli, 'start'], { cwd: folder, env: { ...common, ...env, PORT: String(port) } }),
      );
      const ping = `http://127.0.0.1:${port}/server/ping`;
      await poll('Directus to respond', async () => (await fetch(ping)).ok, START_LIMIT_MS, 200);
      return port;
    }

    try {
      await Bun.$`${peer.node} ${cli} bootstrap`
        .cwd(folder)
        .env({ ...process.env, ...common })
        .quiet();
      const plain = await start({});
      await makeCollections(plain, token);
      const ids = await loadItems(sql, environment.records);
      const cached = await start({
        ...{ CACHE_ENABLED: 'true', CACHE_STORE: 'redis', CACHE_AUTO_PURGE: 'true' },
        REDIS: `redis://127.0.0.1:${redis.port}`,
      });
      const ratesOf = (port: number) => itemRates(port, token, ids, environment);
      const { get, post, page, indexedPage } = ratesOf(plain);
      const name = `Directus ${peer.version('directus')}`;
      const sides: Side[] = [
        { name, rates: { get, post, page } },
        { name: `${name}, a trigram index added`, rates: { page: indexedPage } },
        { name: `${name}, its cache in Redis ${redis.version}`, rates: { get: ratesOf(cached).get } },
      ];
      return { sides, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};

async function makeCollections(port: number, token: string): Promise<void> {
  for (const collection of collections) {
    const answer = await fetch(`http://127.0.0.1:${port}/collections`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ collection, meta: { accountability: 'all' }, schema: {}, fields }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

/** Inserts the records into both collections, and returns ids of the first. */
async function loadItems(sql: postgres.Sql, records: TypeEnvironment['records']): Promise<readonly string[]> {
  await sql.unsafe(
    `insert into worklog_types (id, code, name, description)
     select gen_random_uuid(), code, name, description from unnest($1::text[], $2::text[], $3::text[]) as input (code, name, description)`,
    [records.map(({ code }) => code), records.map(({ name }) => name), records.map(({ description }) => description)],
  );
  await sql`insert into indexed_worklog_types select * from worklog_types`;
  await sql`create extension pg_trgm`;
  await sql`create index on indexed_worklog_types using gin (lower(name) gin_trgm_ops)`;
  for (const collection of collections) await sql.unsafe(`vacuum analyze ${collection}`);
  const rows = await sql<{ id: string }[]>`select id from worklog_types order by code limit ${READ}`;
  return rows.map(({ id }) => id);
}

function itemRates(port: number, token: string, ids: readonly string[], environment: TypeEnvironment) {
  const send = requests(port, environment.seconds, { authorization: `Bearer ${token}` });
  const pages = (collection: string) =>
    environment.searched.map((value) => ({
      path: `/items/${collection}?limit=20&sort=code&meta=filter_count&filter%5Bname%5D%5B_icontains%5D=${encodeURIComponent(value)}`,
    }));
  const [plain = '', indexed = ''] = collections;
  return {
    get: () =>
      send(
        'GET',
        ids.map((id) => ({ path: `/items/${plain}/${id}` })),
      ),
    page: () => send('GET', pages(plain)),
    indexedPage: () => send('GET', pages(indexed)),
    post: () =>
      send(
        'POST',
        environment.newRecords().map((record) => ({ path: `/items/${plain}`, body: JSON.stringify(record) })),
      ),
  } satisfies Record<string, Rate>;
}
