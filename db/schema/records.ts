import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/**
 * The columns of every table of records.
 *
 * - `doc` is the record as JSON text in the order of its declaration, without auditInfo; `audit` is auditInfo as JSON
 *   text. A response is both of them concatenated, never parsed: `left(doc, -1) || ',"auditInfo":' || audit || '}'`.
 * - `search` is the search document (domain/filtering/searchDocument.ts), from which an index is filled as text.
 * - `indexVersion` is the external version of the record in every search index: greatest(previous + 1, clock in µs).
 * - `incarnation` is the first indexVersion of a record. An id that is reused after a delete has a new one; its
 *   versions are numbered on.
 *
 * The type is text and not json, because no hot query looks into them, and every driver would parse json.
 */
export const recordColumns = {
  id: uuid().primaryKey(),
  version: integer().notNull(),
  incarnation: bigint({ mode: 'bigint' }).notNull(),
  indexVersion: bigint('index_version', { mode: 'bigint' }).notNull(),
  doc: text().notNull(),
  audit: text().notNull(),
  search: text().notNull(),
};

/** Compared by code point, as in every sort. */
const codeText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/**
 * For kinds without two records that are the same but for their ids. `isDuplicate` exempts rows that were written before
 * duplicates were refused, or restored from an archive of such rows; a change of its record ends the exemption.
 */
const distinctColumns = { ...recordColumns, isDuplicate: boolean('is_duplicate').notNull().default(false) };

/** The hash of a record without its id, which has the same length in every record. */
const distinct = (table: string, condition = sql`not is_duplicate`) =>
  uniqueIndex(`${table}_distinct`).on(sql`md5(substr(doc, 46))`).where(condition);

/** For kinds with a code. scripts/completeMigration.ts makes the constraint DEFERRABLE: one saveDiff may swap two codes. */
export const codeColumn = () => ({ code: codeText().notNull().unique() });

/**
 * An empty table that serves as a lock. LOCK TABLE takes no snapshot: in any isolation level, the statements after it
 * see what the previous holder committed.
 */
export const lockTable = (name: string) => pgTable(name, {});

export const userGroupType = pgTable('user_group_type', { ...recordColumns, ...codeColumn() });
export const userType = pgTable('user_type', { ...recordColumns, ...codeColumn() });
export const worklogType = pgTable('worklog_type', { ...recordColumns, ...codeColumn() });
export const logType = pgTable('log_type', { ...recordColumns, ...codeColumn() });
export const script = pgTable('script', { ...recordColumns, ...codeColumn() });

export const role = pgTable('role', { ...recordColumns, ...codeColumn() });
export const accessRule = pgTable('access_rule', { ...recordColumns, ...codeColumn() });

/** Which rules a role has. */
export const roleAccessRule = pgTable(
  'role_access_rule',
  {
    ...distinctColumns,
    accessRuleId: uuid('access_rule_id')
      .notNull()
      .references(() => accessRule.id),
    roleId: uuid('role_id')
      .notNull()
      .references(() => role.id),
  },
  (table) => [
    index('role_access_rule_access_rule').on(table.accessRuleId),
    index('role_access_rule_role').on(table.roleId),
    distinct('role_access_rule'),
  ],
);

/** The expression of a generated column that repeats a member of the record. */
const repeated = (member: string) => sql.raw(`doc::json ->> '${member}'`);

/**
 * `dataTags` repeats the member as JSON text, so that the tags of all templates are read without the templates.
 * `listsCodes` is false if the template has no `pdf`, which may append others; it is true for rows of releases that do not
 * write it.
 */
export const formatterTemplate = pgTable(
  'formatter_template',
  {
    ...recordColumns,
    ...codeColumn(),
    dataTags: text('data_tags').generatedAlwaysAs(repeated('dataTags')),
    listsCodes: boolean('lists_codes').notNull().default(true),
  },
  (table) => [index('formatter_template_lists_codes').on(table.id).where(sql`lists_codes`)],
);

/**
 * Sharings, with the members that their finders filter by as columns. The indexes are on hashes, because names and ids
 * may exceed the size of an index entry. Each ends in the id, the order of the finders.
 */
export const sharing = pgTable(
  'sharing',
  {
    ...distinctColumns,
    ownerType: text('owner_type').notNull().generatedAlwaysAs(repeated('ownerType')),
    ownerId: text('owner_id').notNull().generatedAlwaysAs(repeated('ownerId')),
    refType: text('ref_type').notNull().generatedAlwaysAs(repeated('refType')),
    refId: text('ref_id').notNull().generatedAlwaysAs(repeated('refId')),
    sharingTypeCode: text('sharing_type_code').generatedAlwaysAs(repeated('sharingTypeCode')),
    isPublic: boolean('is_public').notNull().generatedAlwaysAs(sql`coalesce(doc::json ->> 'isPublic' = 'true', false)`),
  },
  (table) => [
    index('sharing_owner').on(sql`hashtextextended(owner_id, hashtextextended(owner_type, 0))`, table.id),
    index('sharing_ref').on(sql`hashtextextended(ref_id, hashtextextended(owner_type, 0))`, table.id),
    index('sharing_public').on(sql`hashtextextended(owner_type, 0)`, table.id).where(sql`is_public`),
    distinct('sharing'),
  ],
);

/**
 * `typeId` is the UserGroupType that the member `type` names by code. PostgreSQL allows no foreign key to a deferrable
 * unique constraint, so that none can be on the code.
 */
export const userGroup = pgTable(
  'user_group',
  {
    ...recordColumns,
    ...codeColumn(),
    typeId: uuid('type_id')
      .notNull()
      .references(() => userGroupType.id),
    parentId: uuid('parent_id').references((): AnyPgColumn => userGroup.id),
    associatedUserRoleId: uuid('associated_user_role_id').references(() => role.id),
  },
  (table) => [
    index('user_group_type_id').on(table.typeId),
    index('user_group_parent').on(table.parentId),
    index('user_group_associated_user_role').on(table.associatedUserRoleId),
  ],
);

/** Locked before a change of a parent. `user_group` itself stays free for all other writes. */
export const userGroupHierarchyLock = lockTable('user_group_hierarchy_lock');

export const userGroupRegion = pgTable(
  'user_group_region',
  {
    ...distinctColumns,
    userGroupId: uuid('user_group_id')
      .notNull()
      .references(() => userGroup.id),
  },
  (table) => [index('user_group_region_user_group').on(table.userGroupId), distinct('user_group_region')],
);

/**
 * `typeId` as of user groups; `linksExpireAt` is when the period of one of the user's links next begins or ends.
 * `listsCodes` is false if the user has no member that lists codes of other records; it is true for rows of releases that
 * do not write it.
 */
export const appUser = pgTable(
  'app_user',
  {
    ...recordColumns,
    ...codeColumn(),
    typeId: uuid('type_id')
      .notNull()
      .references(() => userType.id),
    supervisorId: uuid('supervisor_id').references((): AnyPgColumn => appUser.id),
    linksExpireAt: timestamp('links_expire_at', { withTimezone: true }),
    listsCodes: boolean('lists_codes').notNull().default(true),
  },
  (table) => [
    index('app_user_type_id').on(table.typeId),
    index('app_user_supervisor').on(table.supervisorId),
    index('app_user_links_expire').on(table.linksExpireAt).where(sql`links_expire_at is not null`),
    index('app_user_lists_codes').on(table.id).where(sql`lists_codes`),
  ],
);

/** Locked before a change of a supervisor. */
export const appUserHierarchyLock = lockTable('app_user_hierarchy_lock');

export const userRole = pgTable(
  'user_role',
  {
    ...distinctColumns,
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id),
    roleId: uuid('role_id')
      .notNull()
      .references(() => role.id),
  },
  (table) => [
    index('user_role_user').on(table.userId),
    index('user_role_role').on(table.roleId),
    distinct('user_role'),
  ],
);

/**
 * The groups of many users are read from the first index alone. Only links in the second index have a period, which their
 * texts hold (db/queries/users/groupsOfUsers.ts).
 */
export const userUserGroup = pgTable(
  'user_user_group',
  {
    ...distinctColumns,
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id),
    userGroupId: uuid('user_group_id')
      .notNull()
      .references(() => userGroup.id),
  },
  (table) => [
    index('user_user_group_user').on(table.userId, table.userGroupId, table.id),
    index('user_user_group_period').on(table.userId).where(sql`position('"period":' in doc) > 0`),
    index('user_user_group_group').on(table.userGroupId),
    distinct('user_user_group', sql`not is_duplicate and position('"period":' in doc) = 0`),
  ],
);

/**
 * Every version of every record whose kind keeps its history; `doc` and `audit` are the state after the change. Links
 * change between versions too: `linksBefore` has the link members of an UPDATED record before the change, as JSON text. It
 * is null for kinds without such members, and for rows of releases that do not write it.
 */
export const history = pgTable(
  'history',
  {
    kind: text().notNull(),
    recordId: uuid('record_id').notNull(),
    incarnation: bigint({ mode: 'bigint' }).notNull(),
    version: integer().notNull(),
    /** CREATED, UPDATED or DELETED. */
    change: text().notNull(),
    code: text(),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
    doc: text().notNull(),
    audit: text().notNull(),
    linksBefore: text('links_before'),
  },
  (table) => [
    primaryKey({ columns: [table.recordId, table.kind, table.incarnation, table.version] }),
    index('history_deleted_code').on(table.kind, table.code).where(sql`change = 'DELETED'`),
  ],
);
