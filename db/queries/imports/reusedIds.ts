import type { RecordTable } from '../records/recordStatements.ts';
import { NEW } from './diffTables.ts';

/** A new record of a diff whose id a deleted record had, with the last state of that record. */
export interface ReusedId {
  readonly n: number;
  readonly doc: string;
  readonly audit: string;
}

/** The NEW entries in waybill_changes whose id only deleted records had. */
export const lastStatesOfNew = ({ table, kind }: RecordTable): string => `
  select ch.n, last.doc, last.audit
  from waybill_changes ch cross join lateral (
    select h.doc, h.audit from history h
    where h.kind = '${kind}' and h.record_id = ch.id order by h.version desc limit 1) last
  where ch.type = ${NEW} and not exists (select from ${table} r where r.id = ch.id) order by ch.n`;
