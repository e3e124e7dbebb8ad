import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../db/client.ts';
import { makeEmptyDatabase } from '../helpers/database.ts';
import { spawnProcess, startProcess, type TestProcess } from '../helpers/processes/process.ts';
import { startSmtp, type TestSmtp } from '../helpers/servers/smtp.ts';
import { installRelease, unpackNewest, unpackPrevious } from '../helpers/upgrade/releases.ts';
import {
  createFixtures,
  importRecords,
  jobCompletion,
  jobOf,
  type Load,
  pause,
  request,
  resume,
  startDocuments,
  startLoad,
  startRebuild,
  workersOf,
} from '../helpers/upgrade/upgradeClient.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(240_000);

/**
 * The previous and the newest release, both as they are packed, on one database: upgraded in the order of docs/upgrade.md
 * while clients write and read without a pause, and rolled back. Queues are paused where work must be in progress while
 * the processes change.
 */
const folder = mkdtempSync(join(tmpdir(), 'waybill-upgrade-'));
const RECORDS = 6_000;
const ITEMS = 400;

let previous: string;
let newest: string;
let empty: Awaited<ReturnType<typeof makeEmptyDatabase>>;
let sql: Database;
let smtp: TestSmtp;
/** Jobs and addresses that an api has accepted. */
const jobs: string[] = [];
const addresses: string[] = [];
const started: TestProcess[] = [];

const environment = () => ({
  ...{ DATABASE_URL: empty.url, DATABASE_CONNECTIONS: '6', STOP_DELAY_SECONDS: '0', LOG_LEVEL: 'info' },
  ...{ SMTP_URL: smtp.url, SMTP_FROM: 'waybill@example.com', PUBLIC_URL: 'https://waybill.example' },
});

async function start(release: string, word: 'api' | 'worker'): Promise<TestProcess> {
  const process = await startProcess(word, { environment: environment(), release });
  started.push(process);
  return process;
}

async function migrate(release: string): Promise<void> {
  const process = spawnProcess('migrate', { environment: environment(), release });
  expect([await process.exited, process.output()]).toEqual([0, expect.stringContaining('up to date')]);
}

async function submit(job: Promise<string>): Promise<string> {
  const id = await job;
  jobs.push(id);
  return id;
}

async function notify(api: TestProcess, rule: string, count: number): Promise<void> {
  const batch = Array.from({ length: count }, () => {
    const email = `to${addresses.length}@example.com`;
    addresses.push(email);
    return { ownerType: 'Test', ownerId: '1', templateCode: rule, data: {}, notificationTo: [{ email }] };
  });
  await request(api, 'POST', '/notifications/batch', batch);
}

const isReady = async (api: TestProcess) => (await fetch(`${api.url}/health/ready`)).status === 200;

let load: Load;
let inRotation: readonly TestProcess[] = [];
let oldApi: TestProcess;
let oldWorker: TestProcess;
let newApi: TestProcess;
let newWorker: TestProcess;

beforeAll(async () => {
  previous = unpackPrevious(folder);
  installRelease(previous);
  newest = unpackNewest(folder);
  [empty, smtp] = await Promise.all([makeEmptyDatabase(), startSmtp()]);
  sql = openDatabase(empty.url, { name: 'waybill test', max: 2 });
  await migrate(previous);
  [oldApi, oldWorker] = await Promise.all([start(previous, 'api'), start(previous, 'worker')]);
});

afterAll(async () => {
  await load?.stop();
  await Promise.all(started.map((process) => process.stop()));
  await sql?.end({ timeout: 1 });
  await smtp?.stop();
  await empty?.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('from the previous release to the newest', () => {
  test('the old processes have work of all sorts in progress', async () => {
    await createFixtures(oldApi);
    expect(await importRecords(oldApi, RECORDS)).toBe(RECORDS);
    for (const queue of ['step.documents', 'step.reindex', 'notification.deliver']) await pause(oldApi, queue);
    await submit(startDocuments(oldApi, ITEMS));
    await submit(startRebuild(oldApi));
    await notify(oldApi, 'now', 100);
    await request(oldApi, 'POST', '/notifications', {
      ...{ ownerType: 'Test', ownerId: 'scheduled', templateCode: 'scheduled', data: {} },
      notificationTo: [{ email: 'scheduled@example.com' }],
    });
    inRotation = [oldApi];
    load = startLoad(() => inRotation);
    await load.continues();
  });

  test('the migration of the newest does not stop them', async () => {
    // A report locks a table meanwhile. Writers queue behind the waiting migration, and must get through all the same.
    let migrated: Promise<void> = Promise.resolve();
    await sql.begin(async (report) => {
      // It is idle while others work, on a busy machine for long.
      await report`set local idle_in_transaction_session_timeout = 0`;
      await report`select count(*) from worklog_type`;
      migrated = migrate(newest);
      await poll('the migration to wait', async () => {
        const [waiting] = await sql`
          select from pg_stat_activity where application_name = 'waybill migrate' and wait_event_type = 'Lock'`;
        return waiting;
      });
      await load.continues();
      await load.continues();
    });
    await migrated;
    await load.continues();
    expect(await isReady(oldApi)).toBe(true);
    expect(load.failures.slice(0, 5)).toEqual([]);
  });

  test('both serve side by side, and workers of both execute what is submitted at either', async () => {
    [newApi, newWorker] = await Promise.all([start(newest, 'api'), start(newest, 'worker')]);
    inRotation = [oldApi, newApi];
    await submit(startDocuments(newApi, ITEMS));
    await notify(newApi, 'now', 100);
    // Workers of both releases see what the old api resumes.
    for (const queue of ['step.documents', 'step.reindex', 'notification.deliver']) await resume(oldApi, queue);
    for (const id of jobs) await jobCompletion(newApi, id);
    const workers = new Set<number>();
    for (const api of [oldApi, newApi]) {
      await jobCompletion(api, await submit(startRebuild(api)));
      await poll('steps executed by workers of both', async () => {
        const id = await submit(startDocuments(api, ITEMS));
        await jobCompletion(api === oldApi ? newApi : oldApi, id);
        for (const pid of await workersOf(api, id)) workers.add(pid);
        return workers.has(oldWorker.pid) && workers.has(newWorker.pid);
      });
    }
    await load.continues();
    expect(load.failures.slice(0, 5)).toEqual([]);
  });

  test('the old ones stop, and none of their work is lost', async () => {
    const id = await submit(startDocuments(oldApi, ITEMS));
    await notify(oldApi, 'now', 50);
    await poll('the old worker to execute a step', async () => (await workersOf(newApi, id)).length > 0);
    expect(await oldWorker.stop()).toBe(0);
    inRotation = [newApi];
    await load.continues();
    expect(await oldApi.stop()).toBe(0);
    await expectAllDone(newApi);
  });
});

describe('and back', () => {
  test('processes of the previous release work on the database of the newest', async () => {
    [oldApi, oldWorker] = await Promise.all([start(previous, 'api'), start(previous, 'worker')]);
    // By hand or by `npm start`, it is migrated once more.
    await migrate(previous);
    inRotation = [newApi, oldApi];
    await load.continues();
    const id = await submit(startDocuments(newApi, ITEMS));
    await notify(newApi, 'now', 50);
    inRotation = [oldApi];
    await load.continues();
    expect(await newApi.stop()).toBe(0);
    // The queues of channels are those of the newest release.
    await smtp.changes.until('its e-mails to be delivered', () => smtp.accepted.length >= addresses.length);
    expect(await newWorker.stop()).toBe(0);
    await jobCompletion(oldApi, id);
    // A queue of a newer release: its jobs wait there for a worker of that release.
    await sql`select pgboss.create_queue('step.newer', '{"policy":"standard"}')`;
    await sql`insert into outbox (id, queue, data) values (gen_random_uuid(), 'step.newer', '{}')`;
    await poll('the old relay to move it', async () => {
      const [job] = await sql`select from pgboss.job where name = 'step.newer' and state = 'created'`;
      return job;
    });
    const own = await submit(startDocuments(oldApi, ITEMS));
    await jobCompletion(oldApi, own);
    expect(new Set(await workersOf(oldApi, own))).toEqual(new Set([oldWorker.pid]));
    await jobCompletion(oldApi, await submit(startRebuild(oldApi)));
    expect(await isReady(oldApi)).toBe(true);
    await load.continues();
    await load.stop();
    await expectAllDone(oldApi);
    await expectAllFound(oldApi);
  });
});

/** Everything that was accepted so far is done, once; what has its window ahead waits for it, once. */
async function expectAllDone(api: TestProcess): Promise<void> {
  for (const id of jobs) {
    await jobCompletion(api, id);
    const { jobSteps } = await jobOf(api, id);
    expect(jobSteps.filter(({ status }) => status !== 'COMPLETED')).toEqual([]);
  }
  const [items] =
    await sql`select count(*)::int as count, count(*) filter (where status <> 'DONE')::int as open from document_item`;
  expect(items?.['open']).toBe(0);
  await smtp.changes.until('all messages to be delivered', () => smtp.accepted.length >= addresses.length);
  expect(smtp.accepted.map(({ to }) => to).sort()).toEqual([...addresses].sort());
  expect(load.failures.slice(0, 5)).toEqual([]);
  await poll('the scheduled notification to wait for its window', async () => {
    const waiting = await sql`
      select from notification_target t join notification n on n.id = t.notification_id
      join pgboss.job q on q.data->>'targetId' = t.id::text and q.state = 'created' and q.start_after > now() + interval '1 hour'
      where n.status = 'PLAN' and n.doc::json->>'ownerId' = 'scheduled'`;
    return waiting.length === 1;
  });
  const [lost] = await sql`
    select (select count(*)::int from outbox where error is not null) as rejected,
      (select count(*)::int from pgboss.job where name like '%.dead') as dead`;
  expect(lost).toEqual({ rejected: 0, dead: 0 });
}

/** Every record that was answered has its last change, and is found. */
async function expectAllFound(api: TestProcess): Promise<void> {
  const { codes } = load;
  const [row] = await sql<{ count: number; changed: number }[]>`
    select count(*)::int as count, count(*) filter (where version = 2 and doc like '%"second"%')::int as changed
    from worklog_type where code = any(${[...codes]})`;
  expect(row).toEqual({ count: codes.length, changed: codes.length });
  const filtering = JSON.stringify({ filters: [{ column: 'name', value: 'second' }] });
  const path = `/worklog-types/search/count?filtering=${encodeURIComponent(filtering)}`;
  await poll('all of them to be found', async () => (await request(api, 'GET', path)) === codes.length);
}
