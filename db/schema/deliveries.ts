import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** Addresses to which nothing is sent. They are searched like records, but without an index, since they are few. */
export const suppression = pgTable(
  'suppression',
  {
    id: uuid().primaryKey(),
    /** email or sms */
    channel: text().notNull(),
    address: text().notNull(),
    /** A Suppression as JSON, its auditInfo, and its search document (domain/filtering/searchDocument.ts). */
    doc: text().notNull(),
    audit: text().notNull(),
    search: text().notNull(),
  },
  (table) => [uniqueIndex('suppression_address').on(table.channel, sql`md5(lower(${table.address}))`)],
);

/** The delivery of each message id that a provider names in its receipts. */
export const providerMessage = pgTable('provider_message', {
  id: text().primaryKey(),
  targetId: uuid('target_id').notNull(),
});

/**
 * Rate limits of channels and recipients, shared by all processes. A row says until when a key's sending slots are
 * reserved; a timestamp in the past is equivalent to no row.
 */
export const rateLimit = pgTable('rate_limit', {
  key: text().primaryKey(),
  reservedUntil: timestamp('reserved_until', { withTimezone: true }).notNull(),
});

/** The tokens of webhooks that were received, each with the event that it signs: a signature of Mailgun does not cover the event. */
export const webhookToken = pgTable('webhook_token', {
  token: text().primaryKey(),
  /** SHA-256 of the event. */
  event: text().notNull(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Throttles of rules by recipient and channel. A row has the permits of one key that have not lapsed. */
export const ruleThrottle = pgTable('rule_throttle', {
  /** Hash of rule, channel and address. */
  key: text().primaryKey(),
  /** When each target took its permit, in ms since 1970, by the id of the target. */
  permits: jsonb().notNull(),
  maxCount: integer('max_count').notNull(),
  windowMs: bigint('window_ms', { mode: 'number' }).notNull(),
});

/** Open digests. The row is deleted when the digest closes. */
export const digest = pgTable('digest', {
  /** Hash of rule, channel and address. */
  key: text().primaryKey(),
  /** The target that sends the digest. */
  leader: uuid().notNull(),
  closesAt: timestamp('closes_at', { withTimezone: true }).notNull(),
});

/** The data of the events in digests, open and closed. They are deleted after the notification of the leader. */
export const digestItem = pgTable(
  'digest_item',
  {
    targetId: uuid('target_id').primaryKey(),
    leader: uuid().notNull(),
    /** The order in the digest: when its notification was accepted, whichever process adds the item. */
    addedAt: timestamp('added_at', { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    /** JSON text. */
    data: text().notNull(),
  },
  (table) => [index('digest_item_leader').on(table.leader, table.addedAt)],
);

/** Circuit breakers of providers whose last request failed. A provider that answers has no row. */
export const circuitBreaker = pgTable('circuit_breaker', {
  provider: text().primaryKey(),
  /** Consecutive failures. */
  failures: integer().notNull(),
  /** How often the circuit opened since the last success; each time it stays open for longer. */
  openCount: integer('open_count').notNull().default(0),
  openUntil: timestamp('open_until', { withTimezone: true }),
  /** Until then one process probes whether the provider is back. */
  probeUntil: timestamp('probe_until', { withTimezone: true }),
});

/** Keys that all processes share, created by the baseline migration. */
export const sharedKey = pgTable('shared_key', { name: text().primaryKey(), value: text().notNull() });
