import type { Reference } from './applyChanges.ts';

/**
 * Values of a reference that nothing has, with how many records point there; before deferred constraints are checked,
 * since a constraint tells one violation only. Reads both tables once.
 */
export const danglingReferences = (table: string, target: string, { by, column, denormalized }: Reference): string => `
  select r.${column}::text as value, count(*)::int as count from ${table} r
  where r.${column} is not null and not exists (select from ${target} t where t.${denormalized ? 'id' : by} = r.${column})
  group by 1 order by 1 limit 100`;
