import type { Database } from '../../client.ts';

/** Returns a key that all processes share. A migration has inserted it. */
export async function sharedKeyOf(sql: Database, name: string): Promise<string> {
  const [row] = await sql<{ value: string }[]>`select value from shared_key where name = ${name}`;
  if (!row) throw new Error(`table shared_key has no row ${name}, which a migration inserts`);
  return row.value;
}
