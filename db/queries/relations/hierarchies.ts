import { REMOVE } from '../imports/diffTables.ts';
import type { RecordTable } from '../records/recordStatements.ts';

/** $1 id of the new parent, $2 id of a record → a row if the record is the parent or one of its ancestors. */
export const isAbove = ({ table }: RecordTable, column: string): string => `
  with recursive up as (
    select $1::uuid as id
    union
    select r.${column} from ${table} r join up on r.id = up.id where r.${column} is not null)
  select 1 as found from up where id = $2::uuid`;

export interface ChainRow {
  readonly id: string;
  readonly above: string | null;
  /** Number of the change that wrote the record; null for an unchanged ancestor. */
  readonly n: number | null;
}

/** The records that a diff has written and all their ancestors. UNION visits no record twice, however deep the hierarchy. */
export const chainsOfChanges = ({ table }: RecordTable, column: string): string => `
  with recursive up as (
    select id from waybill_changes where type <> ${REMOVE}
    union
    select r.${column} from ${table} r join up on r.id = up.id where r.${column} is not null)
  select r.id, r.${column} as above, ch.n from up join ${table} r on r.id = up.id
    left join waybill_changes ch on ch.id = r.id and ch.type <> ${REMOVE}
  where r.${column} is not null`;
