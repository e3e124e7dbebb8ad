import { PgBoss } from 'pg-boss';

/** Brings pg-boss's own tables to the version of the library: a step of its own, since starting processes must not race for it. */
export async function migrateQueues(url: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'waybill migrate',
    max: 1,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}
