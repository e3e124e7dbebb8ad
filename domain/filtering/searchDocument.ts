import { auditMembers, type Member, type Members } from '../kinds/declaration/members.ts';
import type { Audit, Json, JsonObject, Kind } from '../kinds/kind.ts';
import { foldCase, searched, words } from './folding.ts';

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
  | { readonly name: string; readonly type: 'string' | 'uuid' | 'date' | 'integer' | 'number' | 'boolean' | 'strings' }
  /** A free object: an array of {@link Entry}. */
  | { readonly name: string; readonly type: 'entries' }
  /** An array of objects, each element a search document of its own columns. */
  | { readonly name: string; readonly type: 'elements'; readonly columns: readonly SearchColumn[] };

/**
 * One value inside a free object: `p` its dotted path (an array's elements share the array's path), `t` its text,
 * `l` the text case-folded, `n` its number when it is one. A container has only its `p`; null has no entry at all.
 */
interface Entry {
  p: string;
  t?: string;
  l?: string;
  n?: number;
}

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
      default:
        return [{ name: column, type: member.type }];
    }
  });
}

/** The search document of a record, as JSON text; without `audit` its part is left out. */
export function searchDocument(kind: Kind, values: JsonObject, audit?: Audit): string {
  const document: JsonObject = {};
  const present: string[] = [];
  addMembers(document, present, kind.members, values, '');
  if (audit) addMembers(document, present, auditMembers, audit as unknown as JsonObject, 'auditInfo.');
  if (present.length > 0) document[PRESENT] = present;
  if (hasFulltext(kind)) {
    let text = '';
    for (const member of fulltextMembers) {
      const value = values[member];
      if (typeof value === 'string') for (const word of words(searched(value))) text += ` ${word}`;
    }
    document[WORDS] = text;
  }
  return JSON.stringify(document);
}

/** The part of a search document that auditInfo makes, for writers that put the two together in SQL. */
export function auditDocument(audit: Audit): string {
  const document: JsonObject = {};
  addMembers(document, [], auditMembers, audit as unknown as JsonObject, 'auditInfo.');
  return JSON.stringify(document);
}

function addMembers(
  document: JsonObject,
  present: string[],
  members: Members,
  values: JsonObject,
  prefix: string,
): void {
  for (const name in members) {
    const value = values[name];
    if (value === undefined || value === null) continue;
    addMember(document, present, members[name] as Member, value, prefix + name);
  }
}

function addMember(document: JsonObject, present: string[], member: Member, value: Json, column: string): void {
  switch (member.type) {
    case 'string': {
      const text = searched(value as string);
      document[column] = text;
      document[column + FOLDED] = foldCase(text);
      return;
    }
    case 'date':
      document[column] = Date.parse(value as string);
      return;
    case 'strings': {
      const texts = (value as string[]).map(searched);
      present.push(column);
      document[column] = texts;
      document[column + FOLDED] = texts.map(foldCase);
      return;
    }
    case 'free':
    case 'localizations': {
      const entries: Entry[] = [];
      addEntries(entries, '', value as JsonObject);
      present.push(column);
      document[column] = entries as unknown as Json;
      return;
    }
    case 'object':
      present.push(column);
      addMembers(document, present, member.members, value as JsonObject, `${column}.`);
      return;
    case 'objects':
      present.push(column);
      document[column] = (value as JsonObject[]).map((element) => {
        const nested: JsonObject = {};
        const nestedPresent: string[] = [];
        addMembers(nested, nestedPresent, member.members, element, '');
        if (nestedPresent.length > 0) nested[PRESENT] = nestedPresent;
        return nested;
      });
      return;
    case 'reference':
      for (const part of ['id', 'code', 'name']) {
        const text = (value as JsonObject)[part];
        if (typeof text === 'string')
          addMember(document, present, { type: part === 'id' ? 'uuid' : 'string' }, text, `${column}.${part}`);
      }
      return;
    default:
      document[column] = value;
  }
}

function addEntries(entries: Entry[], fullPath: string, value: Json): void {
  if (value === null) return;
  const path = searched(fullPath);
  if (Array.isArray(value)) {
    if (value.length === 0 || value.every((element) => element === null)) entries.push({ p: path });
    for (const element of value) addEntries(entries, path, element);
  } else if (typeof value === 'object') {
    if (path !== '') entries.push({ p: path });
    for (const name of Object.keys(value))
      addEntries(entries, path === '' ? name : `${path}.${name}`, value[name] as Json);
  } else if (typeof value === 'number') {
    const text = String(value);
    entries.push({ p: path, t: text, l: text, n: value });
  } else {
    const text = searched(String(value));
    entries.push({ p: path, t: text, l: foldCase(text) });
  }
}
