import { migrateTables, tablesAreCurrent } from '../db/migrations/migrate.ts';
import { moveRuleSecrets } from '../domain/notifications/moveSecrets.ts';
import { SearchUnavailable } from '../domain/ports/search.ts';
import { OperatorError } from '../domain/runtime/operatorError.ts';
import { prepareIndexes } from '../domain/search/rebuild/startReindex.ts';
import { ensureUserTypes, initialCaller, loadSampleRecords } from '../domain/users/initialRecords.ts';
import { migrateQueues, queuesAreCurrent } from '../drivers/queue/pgBossQueues.ts';
import type { Config } from './config.ts';
import { grantRoles, requirePrivileges } from './databaseRoles.ts';
import { connectDatabase, databaseUrl, makeSearch } from './drivers.ts';
import { makeLog } from './log.ts';
import { makeServices } from './services.ts';
import { definitionsFor } from './wiring.ts';

export async function runMigrate(config: Config): Promise<void> {
  const prepare = () => prepareDatabase(config, { sampleData: false });
  const unavailable = await requirePrivileges('the owner of the tables', prepare);
  if (unavailable !== undefined)
    throw new OperatorError(`ELASTICSEARCH_URL is set, and the indexes cannot be created there: ${unavailable}`);
  console.log('The database is up to date.');
}

/** Whether all tables and queues are as this release needs them, so that an api can run. */
export async function isMigrated(config: Config): Promise<boolean> {
  const sql = await connectDatabase(config, 'migrate', 1);
  try {
    return (await tablesAreCurrent(sql)) && (await queuesAreCurrent(sql, definitionsFor(config)));
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Brings tables, queues, initial records and search indexes up to date. Safe to repeat, and to run concurrently.
 *
 * @returns why the search engine is unavailable; everything else is done then
 */
export async function prepareDatabase(
  config: Config,
  { sampleData }: { sampleData: boolean },
): Promise<string | undefined> {
  const url = databaseUrl(config);
  const log = makeLog('migrate', config.logLevel === 'info' ? 'warn' : config.logLevel);
  const sql = await connectDatabase(config, 'migrate', 4);
  let search: Awaited<ReturnType<typeof makeSearch>> | undefined;
  try {
    const waits = 'another transaction has locked a table: the migration retries until it gets the lock';
    const onBlocked = (reason: string) => log.warn({ reason }, waits);
    if (!(await tablesAreCurrent(sql))) await migrateTables(url, onBlocked);
    await migrateQueues(url, definitionsFor(config));
    await grantRoles(sql, config, onBlocked);
    search = await makeSearch(config, sql);
    const services = makeServices({ sql, search, log, wakeRelay: () => {}, awaitSearchable: async () => false });
    // Before the first records, which are then indexed as they are written.
    const unavailable = await prepareIndexes(services, initialCaller('migration')).catch((error: unknown) => {
      if (error instanceof SearchUnavailable) return error.message;
      throw error;
    });
    await ensureUserTypes(services);
    await moveRuleSecrets(services, initialCaller('migration'));
    if (sampleData) await loadSampleRecords(services, { people: config.auth !== 'on' });
    return unavailable ?? undefined;
  } finally {
    await search?.close();
    await sql.end({ timeout: 1 });
  }
}
