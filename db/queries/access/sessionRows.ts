import type { Database, Transaction } from '../../client.ts';
import type { CredentialUser, ListPart } from './credentialRows.ts';

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

/** The sign-in at the OpenID provider with which a session begins. */
interface ProviderSession {
  readonly subject: string;
  readonly session?: string;
  readonly issuedAt: Date;
}

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly tokenHash: Uint8Array;
  readonly expiresAt: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly provider: ProviderSession | null;
  readonly certificateFingerprint: Uint8Array | null;
  /** What the user must still have: its `authentication`, and the hash; null for a session without a password. */
  readonly authentication: string;
  readonly passwordHash: string | null;
}

/**
 * Inserts a session, only while the user has the `authentication` and the hash: the locks make a change of them wait, which
 * then ends this session too. With a sign-in at the provider, only while no logout of the provider is known that is as new as
 * the sign-in: the lock makes a logout wait, which then ends this session too (`endProviderSessions`).
 *
 * @returns whether the session was inserted
 */
export async function insertSession(sql: Database, one: NewSession): Promise<boolean> {
  const { provider } = one;
  if (provider === null) return insertRow(sql, one);
  return sql.begin(async (transaction) => {
    // Before the first snapshot. Other sign-ins may have the lock too; a logout has to write the table.
    await transaction.unsafe('lock table provider_logout in share mode');
    const [logout] = await transaction`
      select from provider_logout
      where (provider_session = ${provider.session ?? null} or provider_subject = ${provider.subject})
        and issued_at >= ${provider.issuedAt} limit 1`;
    return !logout && insertRow(transaction, one);
  });
}

async function insertRow(sql: Database | Transaction, one: NewSession): Promise<boolean> {
  const { provider } = one;
  const rows = await sql`
    with owner as materialized (
      select id from app_user
      where id = ${one.userId} and doc::json ->> 'authentication' = ${one.authentication} for share),
    password as (
      select from owner join user_password p on p.user_id = owner.id where p.hash = ${one.passwordHash} for share of p)
    insert into session (
      id, user_id, token_hash, expires_at, address, user_agent, provider_session, provider_subject,
      certificate_fingerprint)
    select ${one.id}::uuid, ${one.userId}::uuid, ${one.tokenHash}::bytea, ${one.expiresAt}::timestamptz, ${one.address}::text,
      ${one.userAgent}::text, ${provider?.session ?? null}::text, ${provider?.subject ?? null}::text,
      ${one.certificateFingerprint}::bytea
    where case when ${one.passwordHash}::text is null then exists (select from owner)
      else exists (select from password) end
    returning id`;
  return rows.length > 0;
}

export async function sessionByHash(sql: Database, tokenHash: Uint8Array) {
  const [row] = await sql<
    (CredentialUser & {
      id: string;
      expiresAt: Date;
      lastSeenAt: Date;
      providerSubject: string | null;
      certificateFingerprint: Uint8Array | null;
    })[]
  >`
    select s.id, s.expires_at as "expiresAt", s.last_seen_at as "lastSeenAt", s.provider_subject as "providerSubject",
      s.certificate_fingerprint as "certificateFingerprint", u.id as "userId", u.doc
    from session s join app_user u on u.id = s.user_id where s.token_hash = ${tokenHash}`;
  return row;
}

/** Returns a part of the sessions of a user, or of all users, newest first. */
export const listSessionRows = (sql: Database, userId: string | undefined, { from, size }: ListPart) => sql<
  SessionRow[]
>`
  select s.id, u.id as "userId", u.code as user, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
    s.expires_at as "expiresAt", s.address, s.user_agent as "userAgent"
  from session s join app_user u on u.id = s.user_id
  where s.expires_at > now() ${userId === undefined ? sql`` : sql`and s.user_id = ${userId}`} order by s.id desc
  limit ${size} offset ${from}`;

export async function sessionById(sql: Database, id: string) {
  const [row] = await sql<{ userId: string; user: string }[]>`
    select s.user_id as "userId", u.code as user from session s join app_user u on u.id = s.user_id where s.id = ${id}`;
  return row;
}

export const deleteSession = (sql: Database | Transaction, id: string) => sql`delete from session where id = ${id}`;

/**
 * Deletes the sessions of a user, locked in the order in which the trigger on users locks them.
 *
 * @param except a session that stays
 */
export const deleteSessionsOf = (sql: Database | Transaction, userId: string, except: string | null) => sql`
  delete from session where id in (
    select id from session where user_id = ${userId} and id is distinct from ${except}::uuid order by id for update)`;

/** A logout of the OpenID provider: of one session, or of all sessions of a user that began before a time. */
export interface ProviderLogout {
  readonly id: string;
  readonly session: string | null;
  readonly subject: string | null;
  /** Without it, the sessions end whenever they began. */
  readonly before: Date | null;
  readonly issuedAt: Date;
}

/**
 * Stores a logout, and deletes its sessions. The insertion waits for sign-ins that have begun; the next statement finds
 * their sessions. Sign-ins that begin later find the row.
 *
 * @returns the codes of the users
 */
export const endProviderSessions = (sql: Database, { id, session, subject, before, issuedAt }: ProviderLogout) =>
  sql.begin(async (transaction) => {
    await transaction`
      insert into provider_logout (id, provider_session, provider_subject, issued_at)
      values (${id}, ${session}, ${subject}, ${issuedAt})`;
    return transaction<{ user: string }[]>`
      delete from session s using app_user u
      where (s.provider_session = ${session} or s.provider_subject = ${subject})
        and (${before}::timestamptz is null or s.created_at < ${before}) and u.id = s.user_id
      returning u.code as user`;
  });

/** A sign-in takes seconds. The rest is for a process that was paused in between. */
const LOGOUT_SECONDS = 3_600;

export const deleteOldLogouts = (sql: Database) =>
  sql`delete from provider_logout where received_at < now() - make_interval(secs => ${LOGOUT_SECONDS})`;

export const deleteExpiredSessions = (sql: Database, idleSeconds: number) => sql`
  delete from session where id in (
    select id from session where expires_at < now() or last_seen_at < now() - make_interval(secs => ${idleSeconds})
    order by id for update skip locked)`;
