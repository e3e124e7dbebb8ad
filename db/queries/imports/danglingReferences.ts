import type { Reference } from './conflicts.ts';

/**
 * Reference values without a referenced record, with the number of referrers. Run before deferred constraints are
 * checked, because a constraint reports only one violation. Reads both tables once.
 */
export const danglingReferences = (table: string, target: string, { by, column, denormalized }: Reference): string => `
  select r.${column}::text as value, count(*)::int as count from ${table} r
  where r.${column} is not null and not exists (select from ${target} t where t.${denormalized ? 'id' : by} = r.${column})
  group by 1 order by 1 limit 100`;
