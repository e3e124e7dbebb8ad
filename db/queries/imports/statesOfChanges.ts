import type { RecordTable } from '../records/recordStatements.ts';
import { NEW, REMOVE } from './diffTables.ts';

/** The states of a record before and after a change in waybill_changes; `before` is null for a new record. */
export interface StatesOfChange {
  readonly n: number;
  readonly before: string | null;
  readonly after: string;
}

/** Returns the states of all changes but removals, in the order of the entries. */
export const statesOfChanges = ({ table }: RecordTable): string => `
  select ch.n, c.doc as before, '{"id":"' || ch.id || '",' || ch.body || '}' as after
  from waybill_changes ch left join ${table} c on c.id = ch.id and ch.type <> ${NEW}
  where ch.type <> ${REMOVE} order by ch.n`;
