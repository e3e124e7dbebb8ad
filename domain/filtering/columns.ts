import { auditMembers, type Members } from '../kinds/declaration/members.ts';
import type { Kind } from '../kinds/kind.ts';

/**
 * The columns under which a kind's members are searched, the same for every engine, and the search document that holds
 * a record's values for them. The document is written beside the record, so that an index is filled from PostgreSQL
 * as text: member → value for each column, and
 * - `name~`  the case-folded text of a string column, for LIKE (an array of them for `strings`),
 * - `~words` ` plzen mesto`: the folded words of code, name and description, each behind a space, for `fulltext`,
 * - `~present` the paths of the arrays and objects that are there, empty ones too (an index cannot tell [] from absent).
 * Dates are ms since 1970, so that every engine compares them as numbers.
 */
export type SearchColumn =
  | {
      readonly name: string;
      readonly type: 'string' | 'uuid' | 'date' | 'integer' | 'number' | 'boolean' | 'strings';
      /** The values that the member can have, if its declaration lists them. */
      readonly values?: readonly string[];
    }
  /** A free object: an array of Entry. */
  | { readonly name: string; readonly type: 'entries' }
  /** An array of objects, each element a search document of its own columns. */
  | { readonly name: string; readonly type: 'elements'; readonly columns: readonly SearchColumn[] };

export const FOLDED = '~';
export const WORDS = '~words';
export const PRESENT = '~present';

/** The members `fulltext` reads. */
export const fulltextMembers = ['code', 'name', 'description'] as const;

const cache = new WeakMap<Kind, readonly SearchColumn[]>();

/** The columns of a kind in a fixed order: its members, then `auditInfo.*`. */
export function searchColumns(kind: Kind): readonly SearchColumn[] {
  let columns = cache.get(kind);
  if (!columns) {
    columns = [...columnsOf(kind.members, ''), ...columnsOf(auditMembers, 'auditInfo.')];
    cache.set(kind, columns);
  }
  return columns;
}

/** Whether `fulltext` has anything to read in this kind. */
export function hasFulltext(kind: Kind): boolean {
  return fulltextMembers.some((member) => Object.hasOwn(kind.members, member));
}

function columnsOf(members: Members, prefix: string): SearchColumn[] {
  return Object.entries(members).flatMap(([name, member]): SearchColumn[] => {
    const column = prefix + name;
    switch (member.type) {
      case 'free':
      case 'localizations':
        return [{ name: column, type: 'entries' }];
      case 'object':
        return columnsOf(member.members, `${column}.`);
      case 'objects':
        return [{ name: column, type: 'elements', columns: columnsOf(member.members, '') }];
      case 'reference':
        return [
          { name: `${column}.id`, type: 'uuid' },
          { name: `${column}.code`, type: 'string' },
          { name: `${column}.name`, type: 'string' },
        ];
      case 'string':
        return [{ name: column, type: 'string', ...(member.values && { values: member.values }) }];
      default:
        return [{ name: column, type: member.type }];
    }
  });
}
