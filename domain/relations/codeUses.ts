import { queryReadable } from '../../db/queries/access/readableRows.ts';
import { type ReadScope, readableRows } from '../access/reach.ts';
import { kinds } from '../kinds/index.ts';
import type { CodeUse, Kind } from '../kinds/kind.ts';
import { IN_USE } from './codeReferences.ts';

/**
 * Members with codes of records that need not exist, such as `logTypeCode` of a Log. Writers of such a record lock the
 * record with the code FOR KEY SHARE if it exists. A writer that deletes it locks it for update, and then looks for uses
 * in a later statement: neither misses the other.
 */

interface User {
  readonly kind: Kind;
  readonly use: CodeUse;
}

/** The kinds whose records may use codes of this kind. */
export const codeUsersOf = ({ name }: Kind): User[] =>
  kinds.flatMap((kind) => (kind.codeUses ?? []).flatMap((use) => (use.target === name ? [{ kind, use }] : [])));

/** More are not counted: there may be millions. */
const MAX_COUNT = 1_000;

/**
 * Returns by code which records use it, as the end of a sentence: `3 logs point to it by logTypeCode`. Records that the
 * caller may not read are not counted.
 */
export async function usedBy(scope: ReadScope, kind: Kind, codes: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const { kind: user, use } of codeUsersOf(kind))
    for (const code of codes) {
      const count = await countUses(scope, readableRows(scope, user), use, code);
      const who = count === 1 ? `1 ${user.name} points` : `${countText(count)} ${user.plural} point`;
      if (count > 0) found.set(code, [`${who} to it by ${use.member}`]);
      else if ((await countUses(scope, user.table, use, code)) > 0) found.set(code, [IN_USE]);
    }
  return found;
}

const countText = (count: number): string => (count > MAX_COUNT ? `more than ${MAX_COUNT}` : String(count));

/** @param source a table, or a subquery with its columns */
async function countUses({ sql }: ReadScope, source: string, { column }: CodeUse, code: string): Promise<number> {
  const text = `select count(*)::int as count from (
    select from ${source} as user_of_code where ${column} = $1 limit ${MAX_COUNT + 1}) used`;
  const [row] = await queryReadable<{ count: number }>(sql, text, [code]);
  return row?.count ?? 0;
}
