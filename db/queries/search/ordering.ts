import type { SortKey } from '../../../domain/filtering/index.ts';
import type { SqlValues } from '../sqlText.ts';
import { opened, type Searched } from './filtering.ts';
import { quoteName } from './searchColumns.ts';

/** Returns the expressions that a sort key compares, most significant first. */
export function orderTerms({ column, path, descending }: SortKey, values: SqlValues, searched: Searched): string[] {
  const name = `${searched.alias}.${quoteName(column.name)}`;
  const pick = descending ? 'max' : 'min';
  switch (column.type) {
    case 'string':
      // The first characters are indexed, and sort as the whole text does.
      return [searched.start(column.name), name];
    case 'strings':
      return [`(select ${pick}(x.v collate "C") from jsonb_array_elements_text(${name}) as x(v)) collate "C"`];
    case 'entries': {
      const at = `${values.add(path ?? '')}::text`;
      const entries = `jsonb_to_recordset(${name}) as x(p text, t text, n double precision) where x.p = ${at}`;
      return [
        `(select ${pick}(x.n) from ${entries})`,
        `(select ${pick}(x.t collate "C") from ${entries} and x.n is null) collate "C"`,
      ];
    }
    default:
      return [name];
  }
}

/** Returns the ORDER BY of a sort: absent values last in both directions, then by id. */
export function compileOrder(sort: readonly SortKey[], values: SqlValues, searched: Searched = opened('s')): string {
  const terms = sort.flatMap((key) =>
    orderTerms(key, values, searched).map((term) => `${term} ${key.descending ? 'desc' : 'asc'} nulls last`),
  );
  return [...terms, `${searched.alias}."id"`].join(', ');
}
