import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { openDatabase } from '../../db/client.ts';
import { makeFolderForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { startProcess } from '../helpers/processes/process.ts';
import { asRole } from '../helpers/servers/databaseRoles.ts';
import { InstalledPostgres, installedPostgresMissing } from '../helpers/servers/installedPostgres.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(300_000);

/** Apis that search in PostgreSQL, with a streaming standby as their read replica. */

const LIMIT_MS = 120_000;
/** The bound of the second api. */
const MAX_LAG_SECONDS = 2;
const PASSWORD = 'of-tests';
const type = (code: string) => ({ code, name: `Type ${code}` });

/** An api with its own bound of the lag. */
class Api {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  static async start(environment: Readonly<Record<string, string>>): Promise<Api> {
    const started = await startProcess('api', { environment });
    stopAfterFile(() => started.stop());
    return new Api(started.url);
  }

  async text(path: string, method = 'GET', body?: object): Promise<string> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return text;
  }
  async create(code: string): Promise<void> {
    await this.text('/api/v2/worklog-types?immediatelyRefresh=true', 'POST', type(code));
  }
  async found(consistency: 'strong' | 'eventual'): Promise<string[]> {
    const query = new URLSearchParams({ filtering: '{"filters":[]}', consistency });
    const records: { code: string }[] = JSON.parse(await this.text(`/api/v2/worklog-types/search/list?${query}`));
    return records.map(({ code }) => code);
  }
  async count(consistency: 'strong' | 'eventual'): Promise<number> {
    const query = `consistency=${consistency}`;
    return Number(await this.text(`/api/v2/worklog-types/search/count?${query}`, 'POST', { filters: [] }));
  }
  async total(consistency: 'strong' | 'eventual'): Promise<number> {
    const query = `consistency=${consistency}`;
    const text = await this.text(`/api/v2/worklog-types/search/page?${query}`, 'POST', { filters: [] });
    return JSON.parse(text).totalElements;
  }
  /** Those of a backup. */
  async codes(): Promise<string[]> {
    const text = await this.text('/api/v2/worklog-types/backup', 'POST', { entityType: 'WorklogType' });
    const { data }: { data: { code: string }[] } = JSON.parse(text);
    return data.map(({ code }) => code);
  }
  async checks(): Promise<Readonly<Record<string, string>>> {
    return JSON.parse(await this.text('/health/ready')).checks;
  }
  uses = (state: 'ready' | 'degraded') =>
    poll(`the replica to be ${state}`, async () => (await this.checks())['replica'] === state, LIMIT_MS);
  metric = async (line: RegExp) => Number(line.exec(await this.text('/metrics'))?.[1]);
}

/** A primary with its standby, and apis whose bound of the lag is never exceeded, and is the least. */
async function startServers() {
  const primary = new InstalledPostgres(makeFolderForFile());
  stopAfterFile(() => primary.remove());
  await primary.create();
  const url = primary.url('postgres');
  const roles = { DATABASE_API_ROLE: 'waybill_api', DATABASE_API_PASSWORD: PASSWORD };
  const worker = { DATABASE_WORKER_ROLE: 'waybill_worker', DATABASE_WORKER_PASSWORD: PASSWORD };
  await startProcess('migrate', { environment: { DATABASE_URL: url, ...roles, ...worker } });
  const standby = await primary.startStandby(makeFolderForFile());
  stopAfterFile(() => standby.remove());
  const replica = openDatabase(standby.url('postgres'), { name: 'waybill test', max: 1 });
  stopAfterFile(() => replica.end({ timeout: 1 }));
  const environment = {
    DATABASE_URL: asRole(url, 'waybill_api', PASSWORD),
    READ_DATABASE_URL: asRole(standby.url('postgres'), 'waybill_api', PASSWORD),
  };
  const patient = await Api.start({ ...environment, READ_MAX_LAG_SECONDS: '3600' });
  const strict = await Api.start({ ...environment, READ_MAX_LAG_SECONDS: String(MAX_LAG_SECONDS) });
  /** Requests a pause of the replay, and waits until nothing more is replayed. */
  const pauseReplay = async () => {
    await replica`select pg_wal_replay_pause()`;
    const isPaused = async () => {
      const [row] = await replica<{ state: string }[]>`select pg_get_wal_replay_pause_state() as state`;
      return row?.state === 'paused';
    };
    await poll('the replay to be paused', isPaused, LIMIT_MS);
  };
  const resumeReplay = () => replica`select pg_wal_replay_resume()`;
  return { standby, replica, pauseReplay, resumeReplay, patient, strict };
}

const servers = installedPostgresMissing === undefined ? await startServers() : undefined;

describe.skipIf(!servers)('a read replica', () => {
  if (!servers) return;
  const { standby, replica, pauseReplay, resumeReplay, patient, strict } = servers;

  test('serves the searches that may lag, and no others', async () => {
    await patient.create('BEFORE');
    await patient.uses('ready');
    await poll('the replica to have the record', async () => (await patient.found('eventual'))?.includes('BEFORE'));
    await pauseReplay();
    await patient.create('AFTER');
    expect(await patient.found('strong')).toEqual(['AFTER', 'BEFORE']);
    expect(await patient.found('eventual')).toEqual(['BEFORE']);
    expect([await patient.count('strong'), await patient.count('eventual')]).toEqual([2, 1]);
    expect([await patient.total('strong'), await patient.total('eventual')]).toEqual([2, 1]);
    expect(await patient.metric(/waybill_replica_reads_total\{server="replica",[^}]*\} (\d+)/)).toBeGreaterThanOrEqual(
      3,
    );
  });

  test('serves backups and exports once it has what was committed before, otherwise the primary does', async () => {
    const reads = (server: string) =>
      patient.metric(new RegExp(`waybill_replica_reads_total\\{server="${server}",[^}]*\\} (\\d+)`));
    const ofPrimary = (await reads('primary')) || 0;
    // The replay is paused, and the replica lacks the second record.
    expect(await patient.codes()).toEqual(['AFTER', 'BEFORE']);
    expect(await reads('primary')).toBe(ofPrimary + 1);
    await resumeReplay();
    const ofReplica = await reads('replica');
    expect(await patient.codes()).toEqual(['AFTER', 'BEFORE']);
    expect(await patient.text('/api/v2/admin/export?format=tar.gz', 'POST')).not.toBe('');
    expect(await reads('replica')).toBe(ofReplica + 2);
  });

  test('serves nothing while it lags by more than the bound', async () => {
    // It lagged in the tests before, and may not have measured since.
    await strict.uses('ready');
    await pauseReplay();
    try {
      await patient.create('LATER');
      const lag = () => strict.metric(/waybill_replica_lag_seconds\{[^}]*\} (\S+)/);
      await poll('the replica to lag', async () => (await lag()) > MAX_LAG_SECONDS, LIMIT_MS);
      await strict.uses('degraded');
      expect(await strict.found('eventual')).toEqual(['AFTER', 'BEFORE', 'LATER']);
      expect(await strict.count('eventual')).toBe(3);
      expect(await strict.metric(/waybill_replica_lag_bytes\{[^}]*\} (\d+)/)).toBeGreaterThan(0);
    } finally {
      await resumeReplay();
    }
    await strict.uses('ready');
  });

  test('that does not respond is replaced by the primary', async () => {
    standby.signal('SIGSTOP');
    try {
      expect(await strict.found('eventual')).toEqual(['AFTER', 'BEFORE', 'LATER']);
      await strict.uses('degraded');
      expect(await strict.count('eventual')).toBe(3);
    } finally {
      standby.signal('SIGCONT');
    }
    await strict.uses('ready');
  });

  test('that is gone is replaced by the primary, and used again when it is back', async () => {
    await standby.kill();
    expect(await strict.found('eventual')).toEqual(['AFTER', 'BEFORE', 'LATER']);
    await strict.uses('degraded');
    await standby.start();
    await strict.uses('ready');
    expect(await strict.found('eventual')).toEqual(['AFTER', 'BEFORE', 'LATER']);
  });

  test('that was promoted is not used, whatever it contains', async () => {
    await replica`select pg_promote()`;
    await strict.uses('degraded');
    await replica`delete from worklog_type`;
    expect(await strict.found('eventual')).toEqual(['AFTER', 'BEFORE', 'LATER']);
    expect(await strict.codes()).toEqual(['AFTER', 'BEFORE', 'LATER']);
  });

  test('a consistency that does not exist is refused', async () => {
    await expect(patient.text('/api/v2/worklog-types/search/count?consistency=weak&filtering=[]')).rejects.toThrow(
      'consistency: must be strong or eventual, not',
    );
  });
});
