import type { Database } from '../../../client.ts';

/** Stores that a token signs an event. Returns false if it was used for another event. @param event a hash */
export async function takeToken(sql: Database, token: string, event: string): Promise<boolean> {
  const [row] = await sql<{ event: string }[]>`
    insert into webhook_token as t (token, event) values (${token}, ${event})
    on conflict (token) do update set event = t.event returning t.event`;
  return row?.event === event;
}

/** Deletes the tokens of signatures that are too old to be accepted. */
export async function dropOldTokens(sql: Database, maxAgeHours: number): Promise<void> {
  await sql`delete from webhook_token where seen_at < now() - make_interval(hours => ${maxAgeHours})`;
}
