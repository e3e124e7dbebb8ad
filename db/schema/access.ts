import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { appUser, lockTable } from './records.ts';

const hash = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Whose credential it is. Credentials are deleted with their user. */
const userColumn = () =>
  uuid('user_id')
    .notNull()
    .references(() => appUser.id, { onDelete: 'cascade' });

/** Keys of programs. A key itself is never stored. */
export const apiKey = pgTable(
  'api_key',
  {
    id: uuid().primaryKey(),
    userId: userColumn(),
    name: text().notNull(),
    /** The first part of the key, which is no secret: it finds the row. */
    publicPart: text('public_part').notNull().unique(),
    /** SHA-256 of the whole key. Its 256 random bits need no slow hash. */
    hash: hash().notNull(),
    /** JSON text: the rights that the key has of those of its user; null for all. */
    scopes: text(),
    /** JSON text: what the user had when a caller without the right to Admin made the key (KeyLimit); otherwise null. */
    rightsLimit: text('rights_limit'),
    validTo: moment('valid_to'),
    createdAt: moment('created_at').notNull().defaultNow(),
    createdBy: text('created_by').notNull(),
    /** Up to a minute late. */
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('api_key_user').on(table.userId)],
);

/** `hash` is an argon2id hash with its salt and its parameters. */
export const userPassword = pgTable('user_password', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => appUser.id, { onDelete: 'cascade' }),
  hash: text().notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
});

/** Signed-in users of the console. A session that ends is deleted. */
export const session = pgTable(
  'session',
  {
    id: uuid().primaryKey(),
    userId: userColumn(),
    /** SHA-256 of the token in the cookie. */
    tokenHash: hash('token_hash').notNull().unique(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Up to a minute late. */
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    address: text(),
    userAgent: text('user_agent'),
    /** The session at the OpenID provider (`sid`), which ends this one. */
    providerSession: text('provider_session'),
    /** The user at the OpenID provider (`sub`), whose sign-out everywhere ends this session. */
    providerSubject: text('provider_subject'),
    /** SHA-256 of the client certificate that requests of the session must have. */
    certificateFingerprint: hash('certificate_fingerprint'),
  },
  (table) => [
    index('session_user').on(table.userId),
    index('session_expires').on(table.expiresAt),
    index('session_provider').on(table.providerSession).where(sql`provider_session is not null`),
    index('session_subject').on(table.providerSubject).where(sql`provider_subject is not null`),
  ],
);

/**
 * Logouts that the OpenID provider has reported in the last hour. They also end sessions that begin later from an earlier
 * sign-in. Either the session or the subject is set.
 */
export const providerLogout = pgTable(
  'provider_logout',
  {
    id: uuid().primaryKey(),
    providerSession: text('provider_session'),
    providerSubject: text('provider_subject'),
    /** By the clock of the provider. */
    issuedAt: moment('issued_at').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
  },
  (table) => [
    index('provider_logout_session').on(table.providerSession),
    index('provider_logout_subject').on(table.providerSubject),
    index('provider_logout_received').on(table.receivedAt),
  ],
);

/** Queries of lists of the console, under names. */
export const savedQuery = pgTable(
  'saved_query',
  {
    id: uuid().primaryKey(),
    /** Whose it is; null while authentication is off. */
    userId: uuid('user_id').references(() => appUser.id, { onDelete: 'cascade' }),
    /** Path of the list. */
    view: text().notNull(),
    name: text().notNull(),
    /** The query of the list's address. */
    query: text().notNull(),
    /** All users see it. */
    shared: boolean().notNull(),
    savedAt: moment('saved_at').notNull().defaultNow(),
  },
  (table) => [
    unique('saved_query_name').on(table.userId, table.view, table.name).nullsNotDistinct(),
    index('saved_query_shared').on(table.view, table.name).where(sql`shared`),
  ],
);

/** Failed and open attempts to sign in, by hash of a user code or of an address. */
export const signInFailure = pgTable(
  'sign_in_failure',
  {
    key: hash().primaryKey(),
    attempts: integer().notNull(),
    lastAt: moment('last_at').notNull(),
    /** No attempt is accepted before this time. */
    blockedUntil: moment('blocked_until').notNull(),
  },
  (table) => [index('sign_in_failure_last').on(table.lastAt)],
);

/**
 * One row for each statement that changes rights, written by triggers. Processes compare the count and the sum of the
 * ids, which change in whatever order transactions commit.
 */
export const accessChange = pgTable('access_change', {
  id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  /** A row is purged a minute after all transactions up to its own have ended. */
  transactionId: transactionId('transaction_id').notNull().default(sql`pg_current_xact_id()`),
});

/**
 * Locked by writes that can take rights from users, and by those of callers that may grant only some rights: two of them do
 * not remove the last administrators together, nor grant together what neither may grant.
 */
export const administratorLock = lockTable('administrator_lock');

/** Sign-ins, refusals, and changes of credentials and rights. Entries never change. Ids are UUIDv7. */
export const auditEntry = pgTable(
  'audit_entry',
  {
    id: uuid().primaryKey(),
    /** An AuditEntry as JSON. */
    doc: text().notNull(),
    /** Its search document (domain/filtering/searchDocument.ts); null until the entry of a trigger is first searched. */
    search: text(),
  },
  (table) => [index('audit_entry_unsearched').on(table.id).where(sql`search is null`)],
);
