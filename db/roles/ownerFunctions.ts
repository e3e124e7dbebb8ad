import { isPreviousReleaseAlive } from '../queries/runtime/previousRelease.ts';
import { recordColumn } from '../queries/search/indexTables.ts';
import type { RoleName } from './tableGrants.ts';

/** A function that changes tables with the rights of their owner. */
export interface OwnerFunction {
  /** With the types of its arguments. */
  readonly signature: string;
  readonly roles: readonly RoleName[];
  /** Void where it is absent. */
  readonly returns?: string;
  readonly body: string;
}

/** Of two creations of a partition, the second waits for the first. */
export const PARTITIONS_LOCK = 8710236;

const monthOnly = `
  if date_trunc('month', month) <> month then raise 'a partition begins with a month, and not on %', month; end if;`;

/** A quoted name: it ends where its last quotation mark is, whatever it contains. */
const NAME = '"([^"]|"")+"';
const TYPE = '(text collate "C"|uuid|bigint|double precision|boolean|jsonb)';
const START = `text collate "C" generated always as \\(left\\(${NAME}, \\d+\\)\\) stored`;
const COLUMN = `^${NAME} (${TYPE}|${START})$`;
/** A folded text that is derived where it is not stored. */
const FOLDED = `coalesce\\(${NAME}, lower\\(${NAME}\\)\\)`;
/** The joined texts of several columns. */
const JOINED = `\\(chr\\(10\\)( \\|\\| coalesce\\((${NAME}|${FOLDED}), ''\\) \\|\\| chr\\(10\\))+\\)`;
const GIN_COLUMN = `(${NAME}|\\(${FOLDED}\\)|${JOINED}) (gin_trgm_ops|jsonb_path_ops)`;
const OF_TABLE = `t\\.${NAME}`;
const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
/** The record of a row, in the table of a kind. */
const RECORD = literally(recordColumn('table_of_kind')).replace('table_of_kind', '[a-z_]+');
const VIEW_COLUMN = `^(t\\.index_version|${OF_TABLE}|coalesce\\(${OF_TABLE}, lower\\(${OF_TABLE}\\)\\) as ${NAME}|left\\(${OF_TABLE}, \\d+\\) as ${NAME}|${RECORD})$`;
const INDEX = `^\\(${NAME}\\)$|^using gin \\(${GIN_COLUMN}(, ${GIN_COLUMN})*\\) with \\(gin_pending_list_limit = \\d+\\)$`;
const checkIndexName = `
  if index !~ '^[a-z]+(-[a-z]+)*-\\d{6}$' then raise 'no index has the name %', index; end if;`;
const checkPath = `
  if path !~ '^[a-z]+(-[a-z]+)*$' then raise 'no kind has the path %', path; end if;`;

/**
 * What the roles of api and worker need the owner for: partitions of logs, index tables of the search in PostgreSQL, and
 * the deletion of old entries of the audit list.
 * The owner of a table may attach triggers to it, which run with the rights of every process that writes to it; so the
 * roles own nothing, and these functions accept no SQL but the texts that the patterns above describe.
 *
 * @param worker the quoted name of the role of workers
 */
export const ownerFunctions = (worker: string): readonly OwnerFunction[] => [
  {
    signature: 'make_log_partition(month date)',
    roles: ['api', 'worker'],
    body: `
declare partition text := to_char(month, '"log_"YYYY_MM');
begin ${monthOnly}
  perform pg_advisory_xact_lock(${PARTITIONS_LOCK});
  if exists (select from pg_inherits where inhrelid = to_regclass('public.' || partition)) then return; end if;
  execute format('create table if not exists public.%I (like public.log including all)', partition);
  execute format('alter table public.log attach partition public.%I for values from (%L) to (%L)',
    partition, month, (month + interval '1 month')::date);
end`,
  },
  {
    // Not CONCURRENTLY, which no function can: the caller limits the wait for the lock.
    signature: 'detach_log_partition(month date)',
    roles: ['worker'],
    body: `
declare
  partition text := to_char(month, '"log_"YYYY_MM');
  pending boolean;
begin ${monthOnly}
  select inhdetachpending into pending from pg_inherits where inhrelid = to_regclass('public.' || partition);
  if pending is not null then
    execute format('alter table public.log detach partition public.%I %s', partition,
      case when pending then 'finalize' else '' end);
  end if;
  execute format('grant select on public.%I to ${worker}', partition);
end`,
  },
  {
    signature: 'drop_log_partition(month date)',
    roles: ['worker'],
    body: `
declare partition text := to_char(month, '"log_"YYYY_MM');
begin ${monthOnly}
  if exists (select from pg_inherits where inhrelid = to_regclass('public.' || partition)) then
    raise 'the partition % is attached', partition;
  end if;
  delete from public.log_key k where k.month = drop_log_partition.month;
  execute format('drop table if exists public.%I', partition);
end`,
  },
  {
    // Creates the table, its columns and its indexes as far as they are missing.
    signature: 'extend_index_table(index text, columns text[], indexes text[])',
    roles: ['api', 'worker'],
    body: `
declare
  definition text;
  place text := format('search.%I', index);
begin ${checkIndexName}
  perform pg_advisory_xact_lock(hashtextextended('search.' || index, 0));
  if to_regclass(place) is null then
    execute format('create table %s (index_version bigint not null, record text %s, "id" uuid primary key)', place,
      case when ${isPreviousReleaseAlive} then 'not null' else '' end);
    perform public.create_index_counter(index);
  end if;
  foreach definition in array columns loop
    if definition !~ $re$${COLUMN}$re$ then raise 'an index has no column %', definition; end if;
    execute format('alter table %s add column if not exists %s', place, definition);
  end loop;
  for n in 1 .. coalesce(array_length(indexes, 1), 0) loop
    if indexes[n] !~ $re$${INDEX}$re$ then raise 'an index has no index %', indexes[n]; end if;
    execute format('create index if not exists %I on %s %s',
      right(index, 40) || '_' || left(encode(sha256(convert_to(indexes[n], 'UTF8')), 'hex'), 12), place, indexes[n]);
  end loop;
end`,
  },
  {
    // Without columns, the view has those of the table.
    signature: 'set_index_alias(path text, index text, columns text[])',
    roles: ['api', 'worker'],
    body: `
declare
  definition text;
begin ${checkPath} ${checkIndexName}
  foreach definition in array columns loop
    if definition !~ $re$${VIEW_COLUMN}$re$ then raise 'a view has no column %', definition; end if;
  end loop;
  execute format('drop view if exists search.%I', path);
  execute format('create view search.%I as select %s from search.%I t', path,
    coalesce(array_to_string(nullif(columns, '{}'), ', '), '*'), index);
  execute format('comment on view search.%I is %L', path, index);
end`,
  },
  {
    signature: 'drop_index_table(path text, index text)',
    roles: ['api', 'worker'],
    body: `
begin ${checkPath} ${checkIndexName}
  if obj_description(to_regclass(format('search.%I', path)), 'pg_class') = index then
    execute format('drop view if exists search.%I', path);
  end if;
  execute format('drop table if exists search.%I', index);
  delete from public.search_index_count c where c.index = drop_index_table.index;
end`,
  },
  {
    signature: 'merge_pending_lists(index text)',
    roles: ['api', 'worker'],
    body: `
begin ${checkIndexName}
  perform gin_clean_pending_list(i.indexrelid) from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where i.indrelid = to_regclass(format('search.%I', index)) and a.amname = 'gin' and i.indisvalid;
end`,
  },
  {
    // Ids begin with their time. Entries of the last 23 hours cannot be deleted: a day, less an hour for differences of clocks.
    signature: 'delete_audit_entries(before timestamptz, entries int)',
    roles: ['worker'],
    returns: 'int',
    body: `
declare
  first uuid := rpad(lpad(to_hex((extract(epoch from before) * 1000)::bigint), 12, '0'), 32, '0');
  deleted int;
begin
  if before > now() - interval '23 hours' then raise 'entries of the last day are not deleted'; end if;
  delete from public.audit_entry where id in (
    select id from public.audit_entry where id < first order by id limit entries);
  get diagnostics deleted = row_count;
  return deleted;
end`,
  },
];
