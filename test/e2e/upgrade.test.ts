import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../db/client.ts';
import { makeEmptyDatabase } from '../helpers/database.ts';
import { spawnProcess, startProcess, type TestProcess } from '../helpers/processes/process.ts';
import { installRelease, unpackNewest, unpackPrevious } from '../helpers/releases.ts';
import { startSmtp, type TestSmtp } from '../helpers/servers/smtp.ts';
import { until } from '../helpers/until.ts';

setDefaultTimeout(240_000);

/**
 * The release before and the newest, both as they are packed, on one database: upgraded in the order of docs/upgrade.md
 * while clients write and read without a pause, and rolled back. Queues are paused where work has to be under way while
 * the processes change.
 */
const folder = mkdtempSync(join(tmpdir(), 'waybill-upgrade-'));
const RECORDS = 6_000;
const ITEMS = 400;
const base = '/api/v2';

let old: { version: string; folder: string };
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

async function ask<T = unknown>(api: TestProcess, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${api.url}${base}${path}`, {
    method,
    headers: { 'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text.slice(0, 500)}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}

const pause = (api: TestProcess, queue: string) => ask(api, 'POST', `/admin/queues/${queue}/pause`);
const resume = (api: TestProcess, queue: string) => ask(api, 'POST', `/admin/queues/${queue}/resume`);

async function beginJob(api: TestProcess, path: string, body?: unknown): Promise<string> {
  const { jobId } = await ask<{ jobId: string }>(api, 'POST', path, body);
  jobs.push(jobId);
  return jobId;
}

/** Documents in steps of a hundred. */
const beginDocuments = (api: TestProcess, count = ITEMS) =>
  beginJob(
    api,
    '/documents/generate-many/html?async=true',
    Array.from({ length: count }, (_, n) =>
      JSON.stringify({ documentId: String(n), documentTemplateCode: 'letter', data: { n } }),
    ).join('\n'),
  );

const beginRebuild = (api: TestProcess) =>
  ask<{ id: string }>(api, 'POST', '/jobs', {
    ...{ jobType: 'REINDEX', data: { kind: 'WorklogType' }, startDate: '2026-11-21', status: 'NEW' },
  }).then(({ id }) => {
    jobs.push(id);
    return id;
  });

const jobOf = (api: TestProcess, id: string) =>
  ask<{ status: string; jobSteps: { status: string; processingInfo?: { worker?: string } }[] }>(
    api,
    'GET',
    `/jobs/${id}?expand=JOB_STEPS`,
  );

const ended = (api: TestProcess, id: string) =>
  until(`the Job ${id} to be COMPLETED`, async () => (await jobOf(api, id)).status === 'COMPLETED', 60_000);

/** The processes that did steps of a Job. */
const doneBy = async (api: TestProcess, id: string): Promise<number[]> =>
  (await jobOf(api, id)).jobSteps.flatMap(({ processingInfo }) => Number(processingInfo?.worker?.split(':')[1] ?? []));

async function notify(api: TestProcess, rule: string, count: number): Promise<void> {
  const batch = Array.from({ length: count }, () => {
    const email = `to${addresses.length}@example.com`;
    addresses.push(email);
    return { ownerType: 'Test', ownerId: '1', templateCode: rule, data: {}, notificationTo: [{ email }] };
  });
  await ask(api, 'POST', '/notifications/batch', batch);
}

/** What clients do all the while: each writes at one api, and reads and changes what is there at the next. */
function makeLoad(apis: () => readonly TestProcess[]) {
  const kept: string[] = [];
  const failures: string[] = [];
  let running = true;
  const client = async (number: number): Promise<void> => {
    for (let turn = 0; running; turn++) {
      const code = `load-${number}-${turn}`;
      try {
        const all = apis();
        const [here, there] = [all[turn % all.length], all[(turn + 1) % all.length]] as [TestProcess, TestProcess];
        await ask(here, 'POST', '/worklog-types', { code, name: 'first' });
        kept.push(code);
        const read = await ask<{ name: string }>(there, 'GET', `/worklog-types/${code}`);
        if (read.name !== 'first') failures.push(`${code} was read as ${JSON.stringify(read)}`);
        await ask(there, 'PATCH', `/worklog-types/${code}`, { name: 'second' });
        const again = await ask<{ name: string }>(here, 'GET', `/worklog-types/${code}`);
        if (again.name !== 'second') failures.push(`${code} was then read as ${JSON.stringify(again)}`);
        const answer = await ask(here, 'POST', '/scripts/two/evaluate', { n: 2 });
        if (JSON.stringify(answer) !== '{"twice":4}') failures.push(`the script answered ${JSON.stringify(answer)}`);
      } catch (error) {
        failures.push(`${code}: ${(error as Error).message}`);
      }
      // The processes have other work to do, on few cores.
      await Bun.sleep(20);
    }
  };
  const clients = Array.from({ length: 4 }, (_, number) => client(number));
  return {
    kept,
    failures,
    /** Some more has been written since now. */
    goesOn: () => {
      const before = kept.length;
      return until('more writes', () => kept.length >= before + 20);
    },
    stop: async () => {
      running = false;
      await Promise.all(clients);
    },
  };
}

let load: ReturnType<typeof makeLoad>;
let inRotation: readonly TestProcess[] = [];
let oldApi: TestProcess;
let oldWorker: TestProcess;
let newApi: TestProcess;
let newWorker: TestProcess;

beforeAll(async () => {
  old = unpackPrevious(folder);
  installRelease(old.folder);
  newest = unpackNewest(folder);
  [empty, smtp] = await Promise.all([makeEmptyDatabase(), startSmtp()]);
  sql = openDatabase(empty.url, { name: 'waybill test', max: 2 });
  await migrate(old.folder);
  [oldApi, oldWorker] = await Promise.all([start(old.folder, 'api'), start(old.folder, 'worker')]);
});

afterAll(async () => {
  await load?.stop();
  await Promise.all(started.map((process) => process.stop()));
  await sql?.end({ timeout: 1 });
  await smtp?.stop();
  await empty?.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('from the release before to the newest', () => {
  test('the old processes have work of all sorts under way', async () => {
    await ask(oldApi, 'POST', '/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
    await ask(oldApi, 'POST', '/user-groups', { code: 'dispatch', name: 'Dispatch', type: 'TEAM', chars: {} });
    await ask(oldApi, 'POST', '/roles', { code: 'READER', name: 'Reader' });
    await ask(oldApi, 'POST', '/scripts', { code: 'two', name: 'two', source: 'return { twice: input.n * 2 };' });
    const template = { inputType: 'HTML', content: '<p>{{n}}</p>' };
    await ask(oldApi, 'POST', '/formatter-templates', { code: 'letter', ...template });
    await ask(oldApi, 'POST', '/formatter-templates', { code: 'mail', ...template, documentType: 'EMAIL' });
    const rule = { eventType: 'REST', config: { emailTemplateCode: 'mail', subject: 'Hello' } };
    await ask(oldApi, 'POST', '/notification-rules', { code: 'now', name: 'now', ...rule });
    const hour = (ahead: number) => new Date(Date.now() + ahead * 3_600_000).toISOString().slice(11, 16);
    const config = { ...rule.config, deliveryFrom: hour(2), deliveryTo: hour(3) };
    await ask(oldApi, 'POST', '/notification-rules', { ...rule, code: 'later', name: 'later', config });
    const records = Array.from({ length: RECORDS }, (_, n) => JSON.stringify({ code: `bulk-${n}`, name: `Bulk ${n}` }));
    const form = new FormData();
    form.set('file', new Blob([records.join('\n')]), 'records.ndjson');
    const saved = await fetch(`${oldApi.url}${base}/worklog-types/diff/file?compareField=code&save=true`, {
      method: 'POST',
      body: form,
    });
    expect([saved.status, ((await saved.json()) as unknown[]).length]).toEqual([200, RECORDS]);

    for (const queue of ['step.documents', 'step.reindex', 'notification.deliver']) await pause(oldApi, queue);
    await beginDocuments(oldApi);
    await beginRebuild(oldApi);
    await notify(oldApi, 'now', 100);
    await ask(oldApi, 'POST', '/notifications', {
      ...{ ownerType: 'Test', ownerId: 'later', templateCode: 'later', data: {} },
      notificationTo: [{ email: 'later@example.com' }],
    });
    inRotation = [oldApi];
    load = makeLoad(() => inRotation);
    await load.goesOn();
  });

  test('the migration of the newest leaves them at work', async () => {
    // A report holds a table meanwhile. Whoever waits for it has writers wait behind: clients have to get on all the same.
    let migrated: Promise<void> = Promise.resolve();
    await sql.begin(async (report) => {
      await report`select count(*) from worklog_type`;
      migrated = migrate(newest);
      await until('the migration to wait', async () => {
        const [waiting] = await sql`
          select from pg_stat_activity where application_name = 'waybill migrate' and wait_event_type = 'Lock'`;
        return waiting;
      });
      await load.goesOn();
      await load.goesOn();
    });
    await migrated;
    await load.goesOn();
    expect(await fetch(`${oldApi.url}/health/ready`).then(({ status }) => status)).toBe(200);
    expect(load.failures.slice(0, 5)).toEqual([]);
  });

  test('both serve side by side, and workers of both do what is submitted at either', async () => {
    [newApi, newWorker] = await Promise.all([start(newest, 'api'), start(newest, 'worker')]);
    inRotation = [oldApi, newApi];
    await beginDocuments(newApi);
    await notify(newApi, 'now', 100);
    // The old api says go, and workers of both releases obey.
    for (const queue of ['step.documents', 'step.reindex', 'notification.deliver']) await resume(oldApi, queue);
    for (const id of jobs) await ended(newApi, id);
    const workers = new Set<number>();
    for (const api of [oldApi, newApi]) {
      await ended(api, await beginRebuild(api));
      await until('steps done by workers of both', async () => {
        const id = await beginDocuments(api);
        await ended(api === oldApi ? newApi : oldApi, id);
        for (const pid of await doneBy(api, id)) workers.add(pid);
        return workers.has(oldWorker.pid) && workers.has(newWorker.pid);
      });
    }
    await load.goesOn();
    expect(load.failures.slice(0, 5)).toEqual([]);
  });

  test('the old ones stop, and nothing that they had is lost', async () => {
    const id = await beginDocuments(oldApi);
    await notify(oldApi, 'now', 50);
    await until('the old worker to be at it', async () => (await doneBy(newApi, id)).length > 0);
    expect(await oldWorker.stop()).toBe(0);
    inRotation = [newApi];
    await load.goesOn();
    expect(await oldApi.stop()).toBe(0);
    await expectAllDone(newApi);
  });
});

describe('and back', () => {
  test('processes of the release before work on the database of the newest', async () => {
    [oldApi, oldWorker] = await Promise.all([start(old.folder, 'api'), start(old.folder, 'worker')]);
    // By hand or by `npm start`, it is migrated once more.
    await migrate(old.folder);
    inRotation = [newApi, oldApi];
    await load.goesOn();
    const id = await beginDocuments(newApi);
    await notify(newApi, 'now', 50);
    inRotation = [oldApi];
    await load.goesOn();
    expect(await newApi.stop()).toBe(0);
    expect(await newWorker.stop()).toBe(0);
    await ended(oldApi, id);
    // A queue that it has not heard of, as releases bring them: its jobs wait there for a worker of such a release.
    await sql`select pgboss.create_queue('step.newer', '{"policy":"standard"}')`;
    await sql`insert into outbox (id, queue, data) values (gen_random_uuid(), 'step.newer', '{}')`;
    await until('the old relay to move it', async () => {
      const [job] = await sql`select from pgboss.job where name = 'step.newer' and state = 'created'`;
      return job;
    });
    const own = await beginDocuments(oldApi);
    await ended(oldApi, own);
    expect(new Set(await doneBy(oldApi, own))).toEqual(new Set([oldWorker.pid]));
    await ended(oldApi, await beginRebuild(oldApi));
    expect(await fetch(`${oldApi.url}/health/ready`).then(({ status }) => status)).toBe(200);
    await load.goesOn();
    await load.stop();
    await expectAllDone(oldApi);
    await expectAllFound(oldApi);
  });
});

/** Everything that was accepted so far is done, once; what has its window ahead waits for it, once. */
async function expectAllDone(api: TestProcess): Promise<void> {
  for (const id of jobs) {
    await ended(api, id);
    const { jobSteps } = await jobOf(api, id);
    expect(jobSteps.filter(({ status }) => status !== 'COMPLETED')).toEqual([]);
  }
  const [items] =
    await sql`select count(*)::int as count, count(*) filter (where status <> 'DONE')::int as open from document_item`;
  expect(items?.['open']).toBe(0);
  await until('all to be told', () => smtp.taken.length >= addresses.length);
  expect(smtp.taken.map(({ to }) => to).sort()).toEqual([...addresses].sort());
  expect(load.failures.slice(0, 5)).toEqual([]);
  await until('what waits for its window to wait', async () => {
    const waiting = await sql`
      select from notification_target t join notification n on n.id = t.notification_id
      join pgboss.job q on q.data->>'targetId' = t.id::text and q.state = 'created' and q.start_after > now() + interval '1 hour'
      where n.status = 'PLAN' and n.doc::json->>'ownerId' = 'later'`;
    return waiting.length === 1;
  });
  const [lost] = await sql`
    select (select count(*)::int from outbox where error is not null) as refused,
      (select count(*)::int from pgboss.job where name like '%.dead') as dead`;
  expect(lost).toEqual({ refused: 0, dead: 0 });
}

/** Every record that was answered is there as it was written last, and is found. */
async function expectAllFound(api: TestProcess): Promise<void> {
  const [row] = await sql<{ count: number; changed: number }[]>`
    select count(*)::int as count, count(*) filter (where version = 2 and doc like '%"second"%')::int as changed
    from worklog_type where code = any(${[...load.kept]})`;
  expect(row).toEqual({ count: load.kept.length, changed: load.kept.length });
  const filtering = JSON.stringify({ filters: [{ column: 'name', value: 'second' }] });
  const path = `/worklog-types/search/count?filtering=${encodeURIComponent(filtering)}`;
  await until('all of them to be found', async () => (await ask(api, 'GET', path)) === load.kept.length);
}
