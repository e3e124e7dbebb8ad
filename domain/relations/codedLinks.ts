import { queryReadable } from '../../db/queries/access/readableRows.ts';
import { type ReadScope, readableRows } from '../access/reach.ts';
import { hasCode } from '../kinds/declaration/members.ts';
import { kindNamed } from '../kinds/index.ts';
import type { JsonObject, Kind } from '../kinds/kind.ts';
import { isStorableText, isUuid } from '../validation/values.ts';

/**
 * Members with the id of a record of another kind that has a code, such as those of link records. Files of CSV, which people
 * read and write, have its code in place of the id. Members that refer to records of their own kind have ids there: a
 * file may contain both records.
 */
export interface CodedLink {
  readonly member: string;
  readonly target: Kind;
}

export const codedLinksOf = (kind: Kind): CodedLink[] =>
  (kind.references ?? []).flatMap(({ member, target: name, by, denormalized }) => {
    const target = kindNamed(name);
    const isCoded = target !== undefined && hasCode(target) && name !== kind.name && by === 'id' && !denormalized;
    return isCoded ? [{ member, target }] : [];
  });

/**
 * Returns the records with codes in place of the ids of their links. The id of a record that the caller may not read stays,
 * and so does that of a record whose code would be read as an id.
 */
export async function withCodes<T>(scope: ReadScope, kind: Kind, records: readonly T[]): Promise<T[]> {
  let all = [...records];
  for (const { member, target } of codedLinksOf(kind)) {
    const ids = all.flatMap((record) => {
      const id = (record as JsonObject | null)?.[member];
      return typeof id === 'string' ? [id] : [];
    });
    const codes = await lookUp(scope, target, 'id', ids);
    all = all.map((record) => {
      const code = codes.get(String((record as JsonObject | null)?.[member]));
      return code === undefined || isUuid(code) ? record : { ...record, [member]: code };
    });
  }
  return all;
}

/** Returns the ids of the readable records with these codes, by code. */
export const idsOfCodes = (scope: ReadScope, target: Kind, codes: readonly string[]): Promise<Map<string, string>> =>
  lookUp(scope, target, 'code', codes.filter(isStorableText));

async function lookUp(
  scope: ReadScope,
  target: Kind,
  by: 'id' | 'code',
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const text = `select id, code from ${readableRows(scope, target)} as target
    where ${by} = any($1::${by === 'id' ? 'uuid' : 'text'}[])`;
  const rows = await queryReadable<{ id: string; code: string }>(scope.sql, text, [[...new Set(keys)]]);
  return new Map(rows.map(({ id, code }) => (by === 'id' ? [id, code] : [code, id])));
}
