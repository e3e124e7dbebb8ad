import type { SearchColumn } from '../../../domain/filtering/columns.ts';
import type { Condition } from '../../../domain/filtering/index.ts';
import { compileFiltering } from '../search/filtering.ts';
import { lateralSearchColumns } from '../search/searchColumns.ts';
import { BoundValues } from '../sqlText.ts';
import { NEW } from './diffTables.ts';

interface WriteReach {
  readonly conditions: readonly Condition[];
  /** Whether changes of records that were not found are outside, because the caller cannot read some of the records. */
  readonly excludesMissing: boolean;
}

/**
 * Compiles the query of the changes in waybill_changes whose record does not match the conditions as it is, or as it
 * would be with the staged auditInfo (waybill_audits).
 *
 * @param firstAudit the members of auditInfo of new records in their search documents, without braces
 */
export function changesOutside(
  table: string,
  columns: readonly SearchColumn[],
  { conditions, excludesMissing }: WriteReach,
  firstAudit: string,
): { text: string; values: string[] } {
  const values = new BoundValues();
  const outside = (rows: string): string => `
    select r.n from (${rows}) r, ${lateralSearchColumns(columns)}
    where (${compileFiltering({ conditions, words: [] }, values)}) is not true`;
  const stored = `select ch.n, c.search from waybill_changes ch join ${table} c on c.id = ch.id where ch.type <> ${NEW}`;
  const written = `
    select ch.n, '{"id":"' || ch.id || '",' || case when ch.search is null then '' else ch.search || ',' end
      || coalesce(a.search, ${values.add(firstAudit)}::text) || '}' as search
    from waybill_changes ch left join waybill_audits a on a.n = ch.n where ch.type = ${NEW} or a.n is not null`;
  const missing = excludesMissing ? `union select n from waybill_changes where type <> ${NEW} and id is null` : '';
  return { text: `${outside(stored)} union ${outside(written)} ${missing} order by 1 limit 1000`, values: values.list };
}
