import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

const migrationsFolder = `${import.meta.dir}/migrations`;

/** Brings the tables of the database at `url` to the newest migration. Two that start at once wait for each other. */
export async function migrateTables(url: string): Promise<void> {
  const client = postgres(url, { max: 1, connection: { application_name: 'waybill migrate' }, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(8710233)`;
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
