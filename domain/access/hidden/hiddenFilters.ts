import { compileFiltering } from '../../../db/queries/search/filtering.ts';
import { lateralSearchColumns } from '../../../db/queries/search/searchColumns.ts';
import { BoundValues } from '../../../db/queries/sqlText.ts';
import { badRequest } from '../../errors.ts';
import { type SearchColumn, searchColumns } from '../../filtering/columns.ts';
import type { Condition, Filtering } from '../../filtering/index.ts';
import type { Kind } from '../../kinds/kind.ts';
import { type ReadScope, readableRows } from '../reach.ts';
import { membersThatMayHide, type ShowingMember } from './hiddenMembers.ts';

/**
 * Filters of a caller on members that show other records (hiddenMembers.ts). A filter on codes or names becomes a filter
 * on the records that the caller may read and that match it, so that hidden records are found by no filter.
 */

/** More keys than this make a filter too expensive. */
const MAX_MATCHES = 100_000;

/** Returns the filtering as the caller may apply it. Throws a 400 for an order by a member that may hide something. */
export async function visibleFiltering<F extends Pick<Filtering, 'conditions'> & Partial<Filtering>>(
  scope: ReadScope,
  kind: Kind,
  filtering: F,
): Promise<F> {
  const members = membersThatMayHide(scope, kind);
  if (members.length === 0) return filtering;
  const problems = (filtering.sort ?? []).flatMap(({ column: { name } }, index) =>
    showing(members, name) === undefined
      ? []
      : [`filtering.sort[${index}].column: ${name} may contain codes that you may not read, sort by another member`],
  );
  if (problems.length > 0) throw badRequest('The filtering cannot be applied.', problems);
  return { ...filtering, conditions: await rewriteAll(scope, members, filtering.conditions) };
}

interface Shown {
  readonly member: ShowingMember;
  /** The member of the target that the column shows. */
  readonly shows: 'code' | 'name';
}

function showing(members: readonly ShowingMember[], column: string): Shown | undefined {
  for (const member of members) {
    if (member.type === 'link' && column === member.member) return { member, shows: 'code' };
    for (const shows of ['code', 'name'] as const)
      if (member.type === 'copy' && column === `${member.member}.${shows}`) return { member, shows };
  }
  return undefined;
}

async function rewriteAll(
  scope: ReadScope,
  members: readonly ShowingMember[],
  conditions: readonly Condition[],
): Promise<Condition[]> {
  const rewritten: Condition[] = [];
  for (const condition of conditions) rewritten.push(await rewrite(scope, members, condition));
  return rewritten;
}

/** Conditions on elements of arrays and on free objects never concern the members. */
async function rewrite(scope: ReadScope, members: readonly ShowingMember[], condition: Condition): Promise<Condition> {
  switch (condition.type) {
    case 'not':
      return { ...condition, condition: await rewrite(scope, members, condition.condition) };
    case 'and':
    case 'or':
      return { ...condition, conditions: await rewriteAll(scope, members, condition.conditions) };
    case 'compare':
    case 'like':
    case 'isNull': {
      const shown = showing(members, condition.column.name);
      if (!shown) return condition;
      if (condition.type === 'isNull') return { type: 'not', condition: await whereVisible(scope, shown, []) };
      const column: SearchColumn = { name: shown.shows, type: 'string' };
      return whereVisible(scope, shown, [{ ...condition, column }]);
    }
    default:
      return condition;
  }
}

/** Returns the condition that the member shows one of the readable records for which the conditions hold. */
async function whereVisible(
  scope: ReadScope,
  { member: { member, target, type } }: Shown,
  conditions: readonly Condition[],
): Promise<Condition> {
  const none: Condition = { type: 'or', conditions: [] };
  if (scope.access.of(target).read === 'none') return none;
  const values = new BoundValues();
  const holds = compileFiltering({ conditions, words: [] }, values);
  const key = type === 'link' ? 'code' : 'id';
  const rows = await scope.sql.unsafe<{ key: string }[]>(
    `select r.${key} as key from ${readableRows(scope, target)} r, ${lateralSearchColumns(searchColumns(target))}
     where ${holds} limit ${MAX_MATCHES + 1}`,
    values.list,
  );
  if (rows.length > MAX_MATCHES)
    throw badRequest('The filtering cannot be applied.', [
      `filtering: the filter on ${member} matches more than ${MAX_MATCHES} ${target.plural}, narrow it`,
    ]);
  if (rows.length === 0) return none;
  const column: SearchColumn =
    type === 'link' ? { name: member, type: 'strings' } : { name: `${member}.id`, type: 'uuid' };
  return { type: 'compare', column, operator: 'IN', values: rows.map((row) => row.key) };
}
