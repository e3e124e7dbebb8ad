import { expect, setDefaultTimeout, test } from 'bun:test';
import postgres from 'postgres';
import { migrateTables } from '../../db/migrations/migrate.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { queues } from '../../domain/queue/definitions.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { makeFolderForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { startProcess, type TestProcess } from '../helpers/processes/process.ts';
import { elasticsearchMissing, sharedElasticsearch } from '../helpers/servers/elasticsearch.ts';
import { InstalledPostgres, installedPostgresMissing } from '../helpers/servers/installedPostgres.ts';
import { startTwilio } from '../helpers/servers/twilio.ts';
import { jobEnd } from '../helpers/waits/jobEnd.ts';
import { pauseSeen } from '../helpers/waits/pauseSeen.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(600_000);

/**
 * The restore of docs/restore.md, step by step: a base backup and a WAL archive under load, an accident, a restore to the
 * moment before it, and Waybill afterwards, with an index in Elasticsearch that is newer than the restored database, and
 * with search in PostgreSQL. The databases of both are in one cluster.
 */

const missing = installedPostgresMissing ?? elasticsearchMissing();

type Target = { readonly phone: string; readonly status: string };

const POINT = 'before_the_accident';
/** A limit on a hang. */
const LIMIT_MS = 120_000;
/** Records that are acknowledged after the base backup. */
const RECORDS = 20;

/** Phones by what happens to their SMS. */
const phones = {
  sent: '+420601000001',
  inFlight: '+420601000002',
  sentAfterPoint: '+420601000003',
  unsent: '+420601000004',
  sentBesideOther: '+420601000005',
  sentAfterPointBesideOther: '+420601000006',
} as const;

/** An api and a worker on one database. */
class Installation {
  readonly #environment: Readonly<Record<string, string>>;
  #processes: TestProcess[] = [];
  #url = '';

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment;
  }

  async start(word: 'migrate' | 'api' | 'worker'): Promise<void> {
    const started = await startProcess(word, { environment: this.#environment });
    if (word === 'api') this.#url = started.url;
    this.#processes.push(started);
  }
  async kill(): Promise<void> {
    await Promise.all(this.#processes.splice(0).map((one) => one.kill()));
  }

  async send(method: string, path: string, body?: object): Promise<JsonObject> {
    const response = await fetch(`${this.#url}/api/v2${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return text === '' ? {} : JSON.parse(text);
  }
  async list(path: string): Promise<JsonObject[]> {
    return (await this.send('GET', path)) as unknown as JsonObject[];
  }
  /** The codes and names that a search returns. */
  async found(): Promise<string[]> {
    const records = await this.list('/worklog-types/search/list?size=10000&filtering=%7B%7D');
    return records.map(({ code, name }) => `${code}: ${name}`).sort();
  }
  /** Starts a Job by a request, and waits until it is COMPLETED. Returns the results of its steps. */
  async job(path: string, body?: object): Promise<JsonObject[]> {
    const started = await this.send('POST', path, body);
    const jobId = String(started.jobId ?? started.id);
    await jobEnd(this.#url, jobId, LIMIT_MS);
    const { status, jobSteps } = await this.send('GET', `/jobs/${jobId}?expand=JOB_STEPS`);
    expect(status).toBe('COMPLETED');
    const results = (jobSteps as JsonObject[]).map(({ processingInfo }) => processingInfo as JsonObject | undefined);
    return results.filter((one) => one !== undefined);
  }
  async notify(...numbers: string[]): Promise<string> {
    const id = crypto.randomUUID();
    const notificationTo = numbers.map((phone) => ({ phone }));
    await this.send('POST', '/notifications', {
      id,
      ownerType: 'T',
      ownerId: '1',
      templateCode: 'sms',
      notificationTo,
    });
    return id;
  }
  async targets(id: string): Promise<Target[]> {
    return (await this.send('GET', `/notifications/${id}`)).notificationTo as unknown as Target[];
  }
  async reach(id: string, ...statuses: string[]): Promise<void> {
    await poll(
      `the targets to be ${statuses}`,
      async () => {
        const now = (await this.targets(id)).map(({ status }) => status);
        if (!Bun.deepEquals(now, statuses)) throw new Error(`they are ${now}`);
        return true;
      },
      LIMIT_MS,
    );
  }
  deliveries = (action: 'pause' | 'resume') =>
    Promise.all(
      ['email', 'sms', 'webhook'].map((one) => this.send('POST', `/admin/queues/notification.${one}/${action}`)),
    );
}

/** Creates records until it is stopped, and remembers those that were acknowledged. */
function load(installation: Installation) {
  const acknowledged: string[] = [];
  let isRunning = true;
  const create = async () => {
    for (let number = 0; isRunning; number++) {
      await installation.send('POST', '/worklog-types', { code: `load-${number}`, name: 'N' });
      acknowledged.push(`load-${number}: N`);
    }
  };
  let fault: unknown;
  const running = create().catch((error: unknown) => {
    fault = error;
  });
  return {
    acknowledged,
    stop: async () => {
      isRunning = false;
      await running;
      if (fault) throw fault;
    },
  };
}

test.skipIf(missing !== undefined)(
  missing ?? 'a restore to the moment before an accident loses and repeats nothing but what came after the moment',
  async () => {
    const server = new InstalledPostgres(makeFolderForFile());
    stopAfterFile(() => server.stop());
    await server.create();
    const faults = new Map<string, { status: number } | 'hang'>([
      [phones.inFlight, 'hang'],
      [phones.unsent, { status: 429 }],
      [phones.sentAfterPointBesideOther, { status: 429 }],
    ]);
    const twilio = await startTwilio({ faultOf: ({ To = '' }) => faults.get(To) });
    stopAfterFile(() => twilio.stop());
    const sentTo = (phone: string) => twilio.accepted.filter(({ To }) => To === phone).length;
    const prefix = `restore-${crypto.randomUUID()}-`;
    const elasticsearch = await sharedElasticsearch();
    stopAfterFile(() => fetch(`${elasticsearch}/${prefix}*?expand_wildcards=all`, { method: 'DELETE' }));

    const onServer = async <T>(database: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
      const sql = postgres(server.url(database), { max: 1, onnotice: () => {} });
      try {
        return await work(sql);
      } finally {
        await sql.end();
      }
    };
    const [inElasticsearch, inPostgres] = ['with_elasticsearch', 'with_postgres'].map(
      (database, index) =>
        new Installation({
          DATABASE_URL: server.url(database),
          ...{ DELIVERY_PAUSE_SECONDS: '1', PROVIDER_FAILURES: '100', DATABASE_CONNECTIONS: '6' },
          ...{
            TWILIO_BASE_URL: twilio.url,
            TWILIO_ACCOUNT_SID: twilio.accountSid,
            TWILIO_AUTH_TOKEN: twilio.authToken,
          },
          ...{ TWILIO_FROM: '+420800123456', TWILIO_TIMEOUT_SECONDS: '60' },
          ...(index === 0 && { ELASTICSEARCH_URL: elasticsearch, ELASTICSEARCH_PREFIX: prefix }),
        }),
    ) as [Installation, Installation];
    const both = <T>(work: (installation: Installation) => Promise<T>): Promise<[T, T]> =>
      Promise.all([work(inElasticsearch), work(inPostgres)]);
    stopAfterFile(() => both((one) => one.kill()));

    await onServer('postgres', (sql) => sql`create database with_elasticsearch`);
    await migrateTables(server.url('with_elasticsearch'));
    await migrateQueues(server.url('with_elasticsearch'), Object.values(queues));
    await onServer('postgres', (sql) => sql`create database with_postgres template with_elasticsearch`);
    await both(async (one) => {
      await one.start('migrate');
      await Promise.all([one.start('api'), one.start('worker')]);
    });

    // A base backup while clients write.
    const loads = [load(inElasticsearch), load(inPostgres)];
    await server.baseBackup();
    const enough = loads.map(({ acknowledged }) => acknowledged.length + RECORDS);
    await poll('records after the backup', () =>
      loads.every(({ acknowledged }, index) => acknowledged.length > (enough[index] ?? 0)),
    );
    const template = { code: 'sms', inputType: 'HTML', documentType: 'SOURCE', content: 'No water.' };
    await inElasticsearch.send('POST', '/formatter-templates', template);
    const sent = await inElasticsearch.notify(phones.sent);
    const inFlight = await inElasticsearch.notify(phones.inFlight);
    const mixed = await inElasticsearch.notify(phones.sentBesideOther, phones.sentAfterPointBesideOther);
    await inElasticsearch.reach(sent, 'SENT');
    await inElasticsearch.reach(mixed, 'SENT', 'PLAN');
    await poll('the SMS to be in flight', () => sentTo(phones.inFlight) === 1);
    await inElasticsearch.deliveries('pause');
    await onServer('with_elasticsearch', pauseSeen);
    const repeated = await inElasticsearch.notify(phones.sentAfterPoint);
    const unsent = await inElasticsearch.notify(phones.unsent);
    await inElasticsearch.send('POST', '/user-types', { code: 'person', name: 'P', type: 'INDIVIDUAL', registry: {} });
    await inElasticsearch.send('POST', '/users', { code: 'jana', type: 'person', chars: {} });
    const key = await inElasticsearch.send('POST', '/api-keys', { name: 'revoked', user: 'jana' });

    // The moment to which the database will be restored, and what happens after it.
    const before = loads.map(({ acknowledged }) => [...acknowledged].sort());
    await onServer('postgres', (sql) => sql`select pg_create_restore_point(${POINT})`);
    const started = loads.map(({ acknowledged }) => acknowledged.length + 1);
    await Promise.all(loads.map(({ stop }) => stop()));
    await both(async (one) => {
      await one.send('PATCH', '/worklog-types/load-0', { name: 'changed after the point' });
      await one.send('DELETE', '/worklog-types/load-1');
      await one.send('POST', '/worklog-types', { code: 'late', name: 'after the point' });
    });
    const rebuild = { jobType: 'REINDEX', status: 'NEW', startDate: new Date().toISOString() };
    await inElasticsearch.job('/jobs', { ...rebuild, data: { kind: 'WorklogType' } });
    await inElasticsearch.send('DELETE', `/api-keys/${key.id}`);
    faults.delete(phones.sentAfterPointBesideOther);
    await inElasticsearch.deliveries('resume');
    await inElasticsearch.reach(repeated, 'SENT');
    await inElasticsearch.reach(mixed, 'SENT', 'SENT');

    for (const name of ['with_elasticsearch', 'with_postgres'])
      await onServer(name, (sql) => sql`drop table worklog_type cascade`);
    await both((one) => one.kill());
    faults.clear();
    await server.stop();
    await server.restore({ recovery_target_name: POINT });

    // The procedure of docs/restore.md.
    await both((one) => one.start('api'));
    await inElasticsearch.deliveries('pause');
    await both((one) => one.start('worker'));
    // With search in PostgreSQL, the indexes are restored with the records.
    await inElasticsearch.job('/admin/reindex/all');
    for (const [index, one] of [inElasticsearch, inPostgres].entries()) {
      const found = await one.found();
      expect(found).toEqual(expect.arrayContaining(before[index] ?? []));
      // Requests that were open at the point may have been committed before it.
      expect(found.length).toBeLessThanOrEqual(started[index] ?? 0);
      const listed = (await one.list('/admin/indexes')).map(({ name }) => String(name));
      // The comparisons change the records of Jobs.
      const names = one === inElasticsearch ? listed.filter((name) => !name.startsWith('job')) : ['worklog-types'];
      const compared = await Promise.all(names.map((name) => one.job(`/admin/indexes/${name}/compare`)));
      const differences = compared.flat().flatMap(({ differences: named }) => (named ? [named] : []));
      expect(differences).toEqual(names.map(() => []));
    }
    await both(async (one) => {
      await one.send('PATCH', '/worklog-types/load-0', { name: 'changed after the restore' });
      await poll('the change to be found', async () =>
        (await one.found()).includes('load-0: changed after the restore'),
      );
    });
    const leftovers = await fetch(`${elasticsearch}/_cat/indices/${prefix}*?h=index&format=json`);
    const listed = (await inElasticsearch.list('/admin/indexes')).map(({ index }) => `${prefix}${index}`);
    const existing = ((await leftovers.json()) as { index: string }[]).map(({ index }) => index);
    expect(existing).toEqual(expect.arrayContaining(listed));
    expect(existing.length).toBeGreaterThan(listed.length);

    // What the provider got after the point is not sent again.
    const open = { filters: [{ column: 'status', operator: 'IN', value: 'PLAN,IN_PROGRESS' }] };
    const query = encodeURIComponent(JSON.stringify(open));
    const listedOpen = (await inElasticsearch.list(`/notifications/search/list?filtering=${query}`)).map(
      ({ id }) => id,
    );
    expect(listedOpen.sort()).toEqual([inFlight, mixed, repeated, unsent].sort());
    await inElasticsearch.send('PUT', `/notifications/${repeated}/state/CANCELLED`);
    const suppression = { channel: 'sms', address: phones.sentAfterPointBesideOther };
    await inElasticsearch.send('POST', '/suppressions', suppression);
    await inElasticsearch.deliveries('resume');
    await inElasticsearch.reach(inFlight, 'SENT');
    await inElasticsearch.reach(mixed, 'SENT', 'SKIPPED');
    await inElasticsearch.reach(unsent, 'SENT');
    for (const phone of Object.values(phones)) expect([phone, sentTo(phone)]).toEqual([phone, 1]);

    // A credential that was revoked after the point is valid again.
    expect((await inElasticsearch.list('/api-keys')).map(({ id }) => id)).toContain(key.id as string);
  },
);
