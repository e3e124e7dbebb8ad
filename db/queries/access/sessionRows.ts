import type { Database, Transaction } from '../../client.ts';
import type { CredentialUser } from './credentialRows.ts';

export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  readonly user: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
}

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly tokenHash: Uint8Array;
  readonly expiresAt: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly providerSession: string | null;
  readonly providerSubject: string | null;
  /** The hash that the user must still have; null for a session without a password. */
  readonly passwordHash: string | null;
}

/**
 * Inserts a session. With a hash, only while the user has it: the lock makes a change of the password wait, which then
 * ends this session too.
 *
 * @returns whether the session was inserted
 */
export async function insertSession(sql: Database, one: NewSession): Promise<boolean> {
  const rows = await sql`
    with password as (
      select from user_password where user_id = ${one.userId} and hash = ${one.passwordHash} for share)
    insert into session (
      id, user_id, token_hash, expires_at, address, user_agent, provider_session, provider_subject)
    select ${one.id}::uuid, ${one.userId}::uuid, ${one.tokenHash}::bytea, ${one.expiresAt}::timestamptz, ${one.address}::text,
      ${one.userAgent}::text, ${one.providerSession}::text, ${one.providerSubject}::text
    where ${one.passwordHash}::text is null or exists (select from password)
    returning id`;
  return rows.length > 0;
}

export async function sessionByHash(sql: Database, tokenHash: Uint8Array) {
  const [row] = await sql<
    (CredentialUser & { id: string; expiresAt: Date; lastSeenAt: Date; providerSubject: string | null })[]
  >`
    select s.id, s.expires_at as "expiresAt", s.last_seen_at as "lastSeenAt", s.provider_subject as "providerSubject",
      u.id as "userId", u.doc
    from session s join app_user u on u.id = s.user_id where s.token_hash = ${tokenHash}`;
  return row;
}

/** Returns the sessions of a user, or of all users, newest first. */
export const listSessionRows = (sql: Database, userId: string | undefined) => sql<SessionRow[]>`
  select s.id, u.id as "userId", u.code as user, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
    s.expires_at as "expiresAt", s.address, s.user_agent as "userAgent"
  from session s join app_user u on u.id = s.user_id
  where s.expires_at > now() ${userId === undefined ? sql`` : sql`and s.user_id = ${userId}`} order by s.id desc`;

export async function sessionById(sql: Database, id: string) {
  const [row] = await sql<{ userId: string; user: string }[]>`
    select s.user_id as "userId", u.code as user from session s join app_user u on u.id = s.user_id where s.id = ${id}`;
  return row;
}

export const deleteSession = (sql: Database, id: string) => sql`delete from session where id = ${id}`;

/** @param except a session that stays */
export const deleteSessionsOf = (sql: Database | Transaction, userId: string, except: string | null) =>
  sql`delete from session where user_id = ${userId} and id is distinct from ${except}::uuid`;

/** Deletes sessions of a session at the OpenID provider. @returns the codes of their users */
export const deleteSessionsOfProvider = (sql: Database, providerSession: string) => sql<{ user: string }[]>`
  delete from session s using app_user u
  where s.provider_session = ${providerSession} and u.id = s.user_id returning u.code as user`;

/** Deletes sessions of a user of the OpenID provider that began before a time. @returns the codes of their users */
export const deleteSessionsOfSubject = (sql: Database, subject: string, before: Date) => sql<{ user: string }[]>`
  delete from session s using app_user u
  where s.provider_subject = ${subject} and s.created_at < ${before} and u.id = s.user_id returning u.code as user`;

export const deleteExpiredSessions = (sql: Database, idleSeconds: number) => sql`
  delete from session where expires_at < now() or last_seen_at < now() - make_interval(secs => ${idleSeconds})`;
