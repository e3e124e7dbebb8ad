import type { Database, Transaction } from '../../client.ts';

/** The user of a credential; `doc` is its record. */
export interface CredentialUser {
  readonly userId: string;
  readonly doc: string;
}

export interface ApiKeyRow {
  readonly id: string;
  readonly user: string;
  readonly name: string;
  readonly publicPart: string;
  readonly scopes: string | null;
  readonly isLimited: boolean;
  readonly validTo: Date | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewApiKey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly publicPart: string;
  readonly hash: Uint8Array;
  readonly scopes: string | null;
  readonly rightsLimit: string | null;
  readonly validTo: string | null;
  readonly createdBy: string;
}

/** The part of a list that is returned. */
export interface ListPart {
  readonly from: number;
  readonly size: number;
}

export async function userByCode(sql: Database, code: string): Promise<CredentialUser | undefined> {
  const [row] = await sql<CredentialUser[]>`select id as "userId", doc from app_user where code = ${code}`;
  return row;
}

export async function userById(sql: Database, id: string): Promise<{ id: string; doc: string } | undefined> {
  const [row] = await sql<{ id: string; doc: string }[]>`select id, doc from app_user where id = ${id}`;
  return row;
}

export async function keyByPublicPart(sql: Database, publicPart: string) {
  const [row] = await sql<(CredentialUser & Omit<ApiKeyRow, 'user'> & { hash: Uint8Array })[]>`
    select k.id, k.name, k.hash, k.scopes, k.rights_limit is not null as "isLimited", k.valid_to as "validTo", k.revoked_at as "revokedAt", u.id as "userId", u.doc
    from api_key k join app_user u on u.id = k.user_id where k.public_part = ${publicPart}`;
  return row;
}

export const insertKey = (sql: Database | Transaction, key: NewApiKey) => sql`
  insert into api_key (id, user_id, name, public_part, hash, scopes, rights_limit, valid_to, created_by)
  values (${key.id}, ${key.userId}, ${key.name}, ${key.publicPart}, ${key.hash}, ${key.scopes}, ${key.rightsLimit},
    ${key.validTo}, ${key.createdBy})`;

/** Returns a part of the keys of a user, or of all users, newest first. */
export const listKeys = (sql: Database, userId: string | undefined, { from, size }: ListPart) => sql<
  (ApiKeyRow & { userId: string })[]
>`
  select k.id, u.id as "userId", u.code as user, k.name, k.public_part as "publicPart", k.scopes,
    k.rights_limit is not null as "isLimited", k.valid_to as "validTo", k.created_at as "createdAt", k.created_by as "createdBy",
    k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt"
  from api_key k join app_user u on u.id = k.user_id
  ${userId === undefined ? sql`` : sql`where k.user_id = ${userId}`} order by k.id desc
  limit ${size} offset ${from}`;

export async function keyById(sql: Database, id: string) {
  const [row] = await sql<{ userId: string; name: string; user: string }[]>`
    select k.user_id as "userId", k.name, u.code as user from api_key k join app_user u on u.id = k.user_id
    where k.id = ${id}`;
  return row;
}

/** Revokes a key. A revoked key stays in the list; revoking it again changes nothing. */
export const revokeKey = (sql: Database | Transaction, id: string) =>
  sql`update api_key set revoked_at = now() where id = ${id} and revoked_at is null`;

export async function passwordHash(sql: Database, userId: string): Promise<string | undefined> {
  const [row] = await sql<{ hash: string }[]>`select hash from user_password where user_id = ${userId}`;
  return row?.hash;
}

/** Returns whether a user has this hash. No other transaction changes it until this one ends. */
export async function lockPassword(transaction: Transaction, userId: string, hash: string): Promise<boolean> {
  const rows = await transaction`select from user_password where user_id = ${userId} and hash = ${hash} for update`;
  return rows.length > 0;
}

export const savePassword = (sql: Database | Transaction, userId: string, hash: string) => sql`
  insert into user_password (user_id, hash) values (${userId}, ${hash})
  on conflict (user_id) do update set hash = excluded.hash, changed_at = now()`;

/** Stores the last use of keys and sessions, at most once a minute for each. */
export async function saveUses(
  sql: Database,
  { keys, sessions }: { readonly keys: readonly string[]; readonly sessions: readonly string[] },
): Promise<void> {
  if (keys.length > 0)
    await sql`
      update api_key set last_used_at = now() where id in (
        select id from api_key where id = any(${[...keys]}::uuid[])
          and (last_used_at is null or last_used_at < now() - interval '1 minute') order by id for update skip locked)`;
  if (sessions.length > 0)
    await sql`
      update session set last_seen_at = now() where id in (
        select id from session where id = any(${[...sessions]}::uuid[])
          and last_seen_at < now() - interval '1 minute' order by id for update skip locked)`;
}
