import { locking, type TableLock } from '../../db/queries/tableLocks.ts';
import { type ReadScope, readable, readableCodes } from '../access/reach.ts';
import { kindNamed, kinds } from '../kinds/index.ts';
import type { CodeReferences, JsonObject, Kind } from '../kinds/kind.ts';
import { parseStored } from '../records/storedText.ts';
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

/**
 * Returns the problems of each record: codes that no record has which the caller may read.
 *
 * @param before the stored values of each record, whose codes may stay
 */
export async function unknownCodes(
  scope: ReadScope,
  kind: Kind,
  records: readonly JsonObject[],
  before: readonly JsonObject[] = [],
): Promise<string[][]> {
  const { codeReferences } = kind;
  const target = codeReferences && kindNamed(codeReferences.target);
  if (!codeReferences || !target) return records.map(() => []);
  const named = records.map((values) => codeReferences.findCodes(values));
  const codes = [...new Set(named.flat().map(({ code }) => code))];
  if (codes.length === 0) return records.map(() => []);
  const known = await readableCodes(scope, target, codes);
  const stored = named.map(
    (_, index) => new Set(codeReferences.findCodes(before[index] ?? {}).map(({ code }) => code)),
  );
  return named.map((some, index) =>
    some
      .filter(({ code }) => !known.has(code) && !stored[index]?.has(code))
      .map(({ path, code }) => `${path}: no ${target.name} has the code ${describe(code)}`),
  );
}

/** The end of a sentence about a record to which only records refer that the caller may not read. */
export const IN_USE = 'is still in use';

/**
 * Returns by code which records contain it, as the end of a sentence: `2 notification rules name "x" in config`. Records
 * that the caller may not read are not counted.
 */
export async function referencedBy(
  scope: ReadScope,
  kind: Kind,
  codes: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const inUse = new Set<string>();
  const { sql } = scope;
  for (const { kind: namer, rule } of codeReferencesTo(kind)) {
    const counts = new Map<string, number>();
    const rows = await sql<{ doc: string; audit: string }[]>`
      select doc, audit from ${sql(namer.table)}
      where exists (select from unnest(${codes.map((code) => JSON.stringify(code))}::text[]) as name where position(name in doc) > 0)`;
    for (const row of rows) {
      const isCounted = readable(scope, namer, row) !== undefined;
      for (const code of new Set(rule.findCodes(parseStored<JsonObject>(row.doc)).map(({ code }) => code))) {
        inUse.add(code);
        if (isCounted) counts.set(code, (counts.get(code) ?? 0) + 1);
      }
    }
    for (const code of codes) {
      const count = counts.get(code);
      if (!count) continue;
      const who = count === 1 ? `${namer.name} names` : `${namer.plural} name`;
      found.set(code, [...(found.get(code) ?? []), `${count} ${who} ${describe(code)} in ${rule.member}`]);
    }
  }
  for (const code of codes) if (inUse.has(code) && !found.has(code)) found.set(code, [IN_USE]);
  return found;
}
