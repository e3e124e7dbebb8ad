import { queryReadable } from '../../db/queries/access/readableRows.ts';
import { type ReadScope, readableRows } from '../access/reach.ts';
import { kindNamed } from '../kinds/index.ts';
import type { JsonObject, Kind, NamedRecord, ValueProblem } from '../kinds/kind.ts';
import { describe } from '../validation/values.ts';

/** Returns the problems of each record: named records that do not exist, or that the caller may not read. */
export async function unknownNamed(
  scope: ReadScope,
  { findNamedRecords }: Kind,
  records: readonly JsonObject[],
): Promise<ValueProblem[][]> {
  if (!findNamedRecords) return records.map(() => []);
  const named = records.map(findNamedRecords);
  const known = new Map<string, ReadonlySet<string>>();
  for (const name of new Set(named.flat().map(({ kind }) => kind))) {
    const keys = named.flat().flatMap(({ kind, idOrCode }) => (kind === name ? [idOrCode] : []));
    known.set(name, await existing(scope, name, [...new Set(keys)]));
  }
  return named.map((some) =>
    some
      .filter(({ kind, idOrCode }) => !known.get(kind)?.has(idOrCode))
      .map((missing) => ({
        text: `${missing.path}: no ${missing.kind} has the id or code ${describe(missing.idOrCode)}`,
        isStored: (stored) => findNamedRecords(stored).some((one) => isSame(one, missing)),
      })),
  );
}

const isSame = (one: NamedRecord, other: NamedRecord): boolean =>
  one.kind === other.kind && one.idOrCode === other.idOrCode;

/** Returns those of the ids and codes that a record has which the caller may read. */
async function existing(scope: ReadScope, name: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const kind = kindNamed(name);
  if (!kind) return new Set();
  const text = `select id::text, code from ${readableRows(scope, kind)} as readable
    where id::text = any($1::text[]) or code = any($2::text[])`;
  const ids = keys.map((key) => key.toLowerCase());
  const rows = await queryReadable<{ id: string; code: string }>(scope.sql, text, [ids, keys]);
  const ofRows = new Set(rows.flatMap(({ id, code }) => [id, code]));
  return new Set(keys.filter((key) => ofRows.has(key) || ofRows.has(key.toLowerCase())));
}
