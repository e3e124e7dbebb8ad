import type { Database, Transaction } from '../../client.ts';
import { deleteSessionsOf } from '../access/sessionRows.ts';
import type { LockedNotification } from '../notifications/statusRows.ts';

/** What an erasure looks for. The texts themselves are in no answer and in no Job. */
export interface ErasureScope {
  /** Replaces the code and the names of the person. */
  readonly pseudonym: string;
  /** Number of texts by the type of the member that has them, such as `email`. */
  readonly searched: Readonly<Record<string, number>>;
  /** Texts that are left in other records. */
  readonly skipped: readonly SkippedText[];
}

interface SkippedText {
  readonly type: string;
  readonly reason: 'SHARED' | 'SHORT' | 'RESERVED' | 'ONE_WORD';
}

/** A table in which texts are looked for. */
export interface ErasableTable {
  /** With its schema: `public.log`. */
  readonly table: string;
  readonly blocks: number;
}

/** Stores what the Job of an erasure looks for, and erases the versions of the user, unless it is a dry run. */
export async function beginErasure(
  transaction: Transaction,
  {
    jobId,
    userId,
    dryRun,
    reserved,
  }: {
    readonly jobId: string;
    readonly userId: string;
    readonly dryRun: boolean;
    /** Words in lower case that are not looked for, if the user's code is one of them. */
    readonly reserved: readonly string[];
  },
): Promise<ErasureScope> {
  const [row] = await transaction<{ scope: ErasureScope }[]>`
    select begin_erasure(${jobId}, ${userId}, ${dryRun}, ${reserved}::text[]) as scope`;
  if (!row) throw new Error('begin_erasure returned no row');
  return row.scope;
}

/** Returns the JSON text of a user without the members by which the person is known. */
export async function erasedUser(sql: Database, doc: string): Promise<string> {
  const [row] = await sql<{ doc: string }[]>`select erased_user(${doc}) as doc`;
  if (!row) throw new Error('erased_user returned no row');
  return row.doc;
}

/** Deletes the ways in which the user signs in, and the queries that only it sees. */
export async function deleteCredentials(transaction: Transaction, userId: string): Promise<void> {
  await deleteSessionsOf(transaction, userId, null);
  await transaction`delete from user_password where user_id = ${userId}`;
  await transaction`delete from api_key where user_id = ${userId}`;
  await transaction`delete from saved_query where user_id = ${userId} and not shared`;
}

export const erasableTables = (sql: Database) =>
  sql<ErasableTable[]>`select table_name as "table", blocks::float8 as blocks from erasable_tables()`;

/** Blocks of a table, from `first` to before `end`. */
export interface Blocks {
  readonly first: number;
  readonly end: number;
}

/** Erases the texts of the Job in blocks of a table. Returns the number of rows, and the ids of records and notifications. */
export async function eraseTexts(
  transaction: Transaction,
  jobId: string,
  { table, first, end }: Pick<ErasableTable, 'table'> & Blocks,
): Promise<{ readonly found: number; readonly ids: readonly string[] }> {
  const [row] = await transaction<{ found: number; ids: string[] }[]>`
    select found::float8 as found, ids from erase_texts(${jobId}, ${table}, ${first}, ${end})`;
  return row ?? { found: 0, ids: [] };
}

/** Returns the user whose erasure the Job is; undefined once it has ended. */
export async function erasureOf(
  sql: Database,
  jobId: string,
): Promise<{ readonly userId: string; readonly dryRun: boolean } | undefined> {
  const [row] = await sql<{ userId: string; dryRun: boolean }[]>`
    select user_id as "userId", dry_run as "dryRun" from erasure where job_id = ${jobId}`;
  return row;
}

/** Forgets what the Job has looked for. */
export const endErasure = (sql: Database, jobId: string) => sql`delete from erasure where job_id = ${jobId}`;

/** Texts of a stored record. */
export interface StoredTexts {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
}

export const textsOf = (transaction: Transaction, table: string, ids: readonly string[]) =>
  transaction<StoredTexts[]>`select id, doc, audit from ${transaction(table)} where id = any(${ids}::uuid[])`;

/**
 * Stores texts and search documents of records that the transaction has locked.
 *
 * @param isIndexed the table has versions for search indexes
 */
export async function storeTexts(
  transaction: Transaction,
  table: string,
  rows: readonly { readonly id: string; readonly doc: string; readonly search: string }[],
  { isIndexed }: { readonly isIndexed: boolean },
): Promise<void> {
  const newer = isIndexed ? transaction`, index_version = greatest(index_version + 1, clock_us())` : transaction``;
  await transaction`
    update ${transaction(table)} r set doc = i.doc, search = i.search${newer}
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ doc }) => doc)}::text[],
      ${rows.map(({ search }) => search)}::text[]) as i(id, doc, search)
    where r.id = i.id`;
}

/** Finds what the Job of an erasure has replaced an address by: of an e-mail, or a phone number. */
export const ERASED_ADDRESS = '@erased[.]invalid$|^0{6}[0-9]{3}$';

/** The Job of an erasure, and the person. */
interface OfPerson {
  readonly jobId: string;
  readonly userId: string;
}

/** Whether a target `t` names the user, by its id or a code that it has or had: it may have no address, or one of others too. */
const namesUser = (transaction: Transaction, { jobId, userId }: OfPerson) =>
  transaction`(t.user_id is not distinct from ${userId} or t.input::json ->> 'ownerType' is not distinct from 'User'
    and (lower(coalesce(t.input::json ->> 'ownerId', '')) = ${userId} or coalesce(t.input::json ->> 'ownerId', '') = any(array(
      select unnest(e.codes || e.pseudonym) from erasure e where e.job_id = ${jobId}))))`;

/** Whether a target `t` is that of a user, or had one of its addresses, which is replaced now. */
const isTargetOf = (transaction: Transaction, person: OfPerson) =>
  transaction`(${namesUser(transaction, person)} or t.address is not null and t.address ~ ${ERASED_ADDRESS})`;

/** Returns the ids of notifications with targets in these blocks that name the user. */
export async function notificationsNaming(
  transaction: Transaction,
  person: OfPerson,
  { first, end }: Blocks,
): Promise<string[]> {
  const rows = await transaction<{ id: string }[]>`
    select distinct t.notification_id as id from notification_target t
    where t.ctid >= ${`(${first},0)`}::tid and t.ctid < ${`(${end},0)`}::tid and ${namesUser(transaction, person)}`;
  return rows.map(({ id }) => id);
}

/** Returns notifications with their lock; `isOnly` if they have no recipient but the user. */
export async function notificationsTo(
  transaction: Transaction,
  person: OfPerson,
  ids: readonly string[],
): Promise<(LockedNotification & { readonly isOnly: boolean })[]> {
  return transaction<(LockedNotification & { isOnly: boolean })[]>`
    select n.id, n.status, not exists (
      select from notification_target t where t.notification_id = n.id and t.status <> 'EXPANDED'
        and not ${isTargetOf(transaction, person)}) as "isOnly"
    from notification n where n.id = any(${ids}::uuid[]) order by n.id for update`;
}

/** Ends the deliveries to the user that wait. The raised fence keeps a worker that has read one from sending it. */
export async function skipTargetsOf(
  transaction: Transaction,
  person: OfPerson,
  notificationIds: readonly string[],
  reason: string,
): Promise<void> {
  await transaction`
    update notification_target t set status = 'SKIPPED', status_reason = ${reason}, fence = fence + 1, version = version + 1,
      updated_at = now()
    where t.notification_id = any(${notificationIds}::uuid[]) and t.status = 'PLAN' and t.open_since is null
      and ${isTargetOf(transaction, person)}`;
}

/** Clears what was sent: the input of the templates and the files. */
export async function clearMessages(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction`
    update notification set plan = ((plan::jsonb - 'subject' - 'subjectTemplate' - 'from') || '{"data": {}}')::text
    where id = any(${ids}::uuid[])`;
  await transaction`delete from notification_attachment where notification_id = any(${ids}::uuid[])`;
  await transaction`
    delete from digest_item where target_id in (select id from notification_target where notification_id = any(${ids}::uuid[]))`;
}

/** Returns the ids of the Logs of exchanges with the user, locked until the transaction ends. */
export async function exchangesWith(
  transaction: Transaction,
  person: OfPerson,
  notificationIds: readonly string[],
  logTypeCode: string,
): Promise<string[]> {
  const rows = await transaction<{ id: string }[]>`
    select l.id from notification_target t join log l
      on hashtextextended(l.owner_id, hashtextextended(l.owner_type, 0))
        = hashtextextended(t.notification_id::text, hashtextextended('Notification', 0))
      and l.owner_type = 'Notification' and l.owner_id = t.notification_id::text
    where t.notification_id = any(${notificationIds}::uuid[]) and ${isTargetOf(transaction, person)}
      and l.log_type_code = ${logTypeCode} and l.doc::json #>> '{relatedData,notificationToId}' = t.id::text
    for update of l`;
  return rows.map(({ id }) => id);
}
