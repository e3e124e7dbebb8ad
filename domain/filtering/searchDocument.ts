import { auditMembers, type Member, type Members } from '../kinds/declaration/members.ts';
import type { Audit, Json, JsonObject, Kind } from '../kinds/kind.ts';
import { FOLDED, fulltextMembers, hasFulltext, PRESENT, WORDS } from './columns.ts';
import { foldCase, searched, words } from './folding.ts';

/**
 * One value inside a free object: `p` its dotted path (an array's elements share the array's path), `t` its text,
 * `l` the text case-folded, `n` its number when it is one, as a double. A container has only its `p`; null has no entry at all.
 */
type Entry = {
  p: string;
  t?: string;
  l?: string;
  n?: number;
};

/** The search document of a record, as JSON text; without `audit` its part is left out. */
export function searchDocument(kind: Kind, values: JsonObject, audit?: Audit): string {
  const document: JsonObject = {};
  const present: string[] = [];
  addMembers(document, present, kind.members, values, '');
  if (audit) addMembers(document, present, auditMembers, audit, 'auditInfo.');
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
  addMembers(document, [], auditMembers, audit, 'auditInfo.');
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
      document[column] = entries;
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
  } else if (typeof value === 'number' || typeof value === 'bigint') {
    const text = String(value);
    entries.push({ p: path, t: text, l: text, n: Number(value) });
  } else {
    const text = searched(String(value));
    entries.push({ p: path, t: text, l: foldCase(text) });
  }
}
