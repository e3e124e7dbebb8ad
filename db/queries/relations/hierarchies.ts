import { REMOVE } from '../imports/diffTables.ts';
import type { RecordTable } from '../records/recordStatements.ts';

/** $1 the record above, $2 a record → a row when the second is the first or stands above it. */
export const isAbove = ({ table }: RecordTable, column: string): string => `
  with recursive up as (
    select $1::uuid as id
    union
    select r.${column} from ${table} r join up on r.id = up.id where r.${column} is not null)
  select 1 as found from up where id = $2::uuid`;

export interface ChainRow {
  readonly id: string;
  readonly above: string | null;
  /** The change that wrote it, null for a record that only stands above one. */
  readonly n: number | null;
}

/**
 * The records that a diff has written and all that stand above them, each once: however deep the hierarchy and however
 * many the changes, no record is visited twice.
 */
export const chainsOfChanges = ({ table }: RecordTable, column: string): string => `
  with recursive up as (
    select id from waybill_changes where type <> ${REMOVE}
    union
    select r.${column} from ${table} r join up on r.id = up.id where r.${column} is not null)
  select r.id, r.${column} as above, ch.n from up join ${table} r on r.id = up.id
    left join waybill_changes ch on ch.id = r.id and ch.type <> ${REMOVE}
  where r.${column} is not null`;
