import type { Database } from '../client.ts';

const known = new WeakMap<Database, Promise<boolean>>();

/**
 * Whether the connections of `sql` may change tables themselves, as all processes of `npm start` may. Otherwise
 * functions of the owner do it (ownerFunctions.ts).
 */
export function ownsTables(sql: Database): Promise<boolean> {
  let owns = known.get(sql);
  if (!owns) {
    owns = sql<{ owns: boolean }[]>`
      select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'public.log'::regclass`.then(
      ([row]) => row?.owns ?? false,
    );
    owns.catch(() => known.delete(sql));
    known.set(sql, owns);
  }
  return owns;
}
