import { valueRows } from '../valueRows.ts';

/**
 * Statements that read and write one log. A write is one statement with data-modifying CTEs for the log and its outbox
 * row, as for every record. The month names the partition of a log.
 */

const outboxRow = (from: string, id: string, data: string) =>
  `insert into outbox (id, queue, data) select ${id}::uuid, 'index.sync', ${data}::text${from}`;

const columns =
  'id, month, version, incarnation, index_version, owner_type, owner_id, log_type_code, start_date, doc, audit, search';
const clock = '(select clock_us() as us offset 0) clock';

/** Returns a date that PostgreSQL can store: it has no year 0, whose dates become the first moment of year 1. */
export const columnDate = (date: string): string => (date.startsWith('0000-') ? '0001-01-01T00:00:00.000Z' : date);

/**
 * Types of the parameters of a log, in order: id, month, ownerType, ownerId, logTypeCode, startDate, doc, audit, search, id of
 * the LogType that the log copies.
 * The date is sent as text, because postgres.js would convert it to a Date and back to text.
 */
const types = ['uuid', 'date', 'text', 'text', 'text', 'text::timestamptz', 'text', 'text', 'text', 'uuid'];

/** Locks the LogType that a log copies, so that it cannot be deleted before the commit. */
const isHeld = (id: string): string =>
  `(${id} is null or (select t.id from log_type t where t.id = ${id} for key share) is not null)`;

const inserts: string[] = [];

/**
 * Inserts up to `count` logs with generated ids, which need no check for conflicts. $1 outbox id, $2 outbox data, then
 * the parameters of each log, or nulls. Returns the ids of the stored logs: a log whose LogType was deleted meanwhile is not
 * stored.
 */
export function insertLogs(count: number): string {
  let statement = inserts[count];
  if (statement === undefined) {
    statement = `with queued as (${outboxRow('', '$1', '$2')})
insert into log (${columns})
select id, month, 1, us, us, owner_type, owner_id, log_type_code, start_date, doc, audit, search
from ${clock}, (values ${valueRows(types, count, 3)})
  input(id, month, owner_type, owner_id, log_type_code, start_date, doc, audit, search, log_type_id)
where id is not null and ${isHeld('log_type_id')}
returning id`;
    inserts[count] = statement;
  }
  return statement;
}

/**
 * Inserts a log with an id that the client assigned: $1 to $10 the log, $11 outbox id, $12 outbox data, $13 the month
 * that the id names if it is a UUIDv7. Returns no row if the LogType was deleted meanwhile. Returns no row if a log has the id: either one with an assigned id, found by the
 * key table in any month, or one with a generated id, which can only be in the month that it names.
 */
export const insertLogWithId = `with key as (
  insert into log_key (id, month) select $1::uuid, $2::date
  where not exists (select from log where id = $1::uuid and month = $13::date) and ${isHeld('$10::uuid')}
  on conflict do nothing returning id),
changed as (
  insert into log (${columns})
  select id, $2::date, 1, us, us, $3::text, $4::text, $5::text, $6::text::timestamptz, $7::text, $8::text, $9::text from key, ${clock}
  returning id),
queued as (${outboxRow(' from changed', '$11', '$12')})
select id from changed`;

/** Parameters as for insert, then $13 version and $14 incarnation as read. No row if another write was first. */
export const updateLog = `with changed as (
  update log set version = version + 1, index_version = greatest(index_version + 1, clock_us()), owner_type = $3::text,
    owner_id = $4::text, log_type_code = $5::text, start_date = $6::text::timestamptz, doc = $7::text, audit = $8::text, search = $9::text
  where id = $1::uuid and month = $2::date and version = $13::int and incarnation = $14::bigint and ${isHeld('$10::uuid')}
  returning id),
queued as (${outboxRow(' from changed', '$11', '$12')})
select id from changed`;

const read = "log.id, to_char(log.month, 'YYYY-MM-DD') as month, log.version, log.incarnation, log.doc, log.audit";

/** $1 ids, $2 the month that they name → key (the id), doc and audit, the texts of the response, of each log that exists. */
export const logTextsInMonth = `select input.key, found.doc, found.audit
from unnest($1::uuid[]) input (key)
cross join lateral (select doc, audit from log where id = input.key and month = $2::date limit 1) found`;

/** $1 id, $2 the month that it names: reads one partition. */
export const logInMonth = `select ${read} from log where id = $1::uuid and month = $2::date`;

/** $1 an id that a client assigned. */
export const logByKey = `select ${read} from log_key key join log on log.id = key.id and log.month = key.month
where key.id = $1::uuid`;

/**
 * $1 ownerType, $2 ownerId, $3 limit → latest startDate first, merged from the indexes of the partitions.
 *
 * @param source the table, or a subquery of it
 */
export const logsByOwner = (source: string): string => `select ${read} from ${source} as log
where hashtextextended(owner_id, hashtextextended(owner_type, 0)) = hashtextextended($2::text, hashtextextended($1::text, 0))
  and owner_type = $1::text and owner_id = $2::text
order by start_date desc, id desc limit $3::int`;
