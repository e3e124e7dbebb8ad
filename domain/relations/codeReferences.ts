import type { Database, Transaction } from '../../db/client.ts';
import { locking, type TableLock } from '../../db/queries/tableLocks.ts';
import { kindNamed, kinds } from '../kinds/index.ts';
import type { CodeReferences, JsonObject, Kind } from '../kinds/kind.ts';
import { describe } from '../validation/values.ts';

/**
 * Kinds whose free members contain codes of other records, where no foreign key applies. Writers of such codes, and
 * writers that delete or rename a possible target, take the same lock and check in a later statement: neither misses
 * the other.
 */

interface Namer {
  readonly kind: Kind;
  readonly rule: CodeReferences;
}

/** The kinds whose records may contain codes of this kind. */
export const codeReferencesTo = (kind: Kind): Namer[] =>
  kinds.flatMap((one) => (one.codeReferences?.target === kind.name ? [{ kind: one, rule: one.codeReferences }] : []));

export const codeReferenceLocks = (kind: Kind): TableLock[] =>
  locking(
    'exclusive',
    [...(kind.codeReferences ? [kind.codeReferences] : []), ...codeReferencesTo(kind).map(({ rule }) => rule)].map(
      ({ lockTable }) => lockTable,
    ),
  );

/** Returns the problems of each record: codes that no record has. */
export async function unknownCodes(
  sql: Database | Transaction,
  kind: Kind,
  records: readonly JsonObject[],
): Promise<string[][]> {
  const { codeReferences } = kind;
  const target = codeReferences && kindNamed(codeReferences.target);
  if (!codeReferences || !target) return records.map(() => []);
  const named = records.map((values) => codeReferences.findCodes(values));
  const codes = [...new Set(named.flat().map(({ code }) => code))];
  if (codes.length === 0) return records.map(() => []);
  const rows = await sql<{ code: string }[]>`select code from ${sql(target.table)} where code = any(${codes}::text[])`;
  const known = new Set(rows.map(({ code }) => code));
  return named.map((some) =>
    some
      .filter(({ code }) => !known.has(code))
      .map(({ path, code }) => `${path}: no ${target.name} has the code ${describe(code)}`),
  );
}

/** Returns by code which records contain it, as the end of a sentence: `2 notification rules name "x" in config`. */
export async function referencedBy(
  sql: Database | Transaction,
  kind: Kind,
  codes: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const { kind: namer, rule } of codeReferencesTo(kind)) {
    const counts = new Map<string, number>();
    const rows = await sql<{ doc: string }[]>`
      select doc from ${sql(namer.table)}
      where exists (select from unnest(${codes.map((code) => JSON.stringify(code))}::text[]) as name where position(name in doc) > 0)`;
    for (const { doc } of rows) {
      const own = new Set(rule.findCodes(JSON.parse(doc) as JsonObject).map(({ code }) => code));
      for (const code of own) counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    for (const code of codes) {
      const count = counts.get(code);
      if (!count) continue;
      const who = count === 1 ? `${namer.name} names` : `${namer.plural} name`;
      found.set(code, [...(found.get(code) ?? []), `${count} ${who} ${describe(code)} in ${rule.member}`]);
    }
  }
  return found;
}
