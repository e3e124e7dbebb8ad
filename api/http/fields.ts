import { badRequest } from '../../domain/errors.ts';
import { auditMembers, type Member, type Members } from '../../domain/kinds/declaration/members.ts';
import type { Json, JsonObject, Kind } from '../../domain/kinds/kind.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import { describe, isObject } from '../../domain/validation/values.ts';
import { nearestOf } from './query.ts';
import type { QueryParameter } from './route.ts';

/** The query parameter `fields`: the members of records that an answer contains. */
export const fieldsParameter: QueryParameter = {
  name: 'fields',
  schema: { type: 'array', items: { type: 'string' }, maxItems: 200, examples: [['id', 'code', 'auditInfo.version']] },
  explode: false,
  description:
    'The members that the records of the answer have, separated by commas, with dots into objects: `id,code,auditInfo.version`. All by default.',
};

/** The parts of an object to return, by name; null for all of a member. */
type Selection = Map<string, Selection | null>;

/** Returns the function that reduces the JSON text of a record to the fields of a query; undefined without fields. */
export function readFields(kind: Kind, query: URLSearchParams): ((record: string) => string) | undefined {
  const names = namesIn(query);
  if (names.length === 0) return undefined;
  const selection = selectionOf(kind, names);
  return (record) => JSON.stringify(reduce(parseStored<JsonObject>(record), selection));
}

export const namesIn = (query: URLSearchParams): string[] => [
  ...new Set(
    query
      .getAll('fields')
      .flatMap((value) => value.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

function selectionOf(kind: Kind, names: readonly string[]): Selection {
  const members: Members = { ...kind.members, auditInfo: { type: 'object', members: auditMembers } };
  const problems = names.flatMap((name) => problemOf(kind, members, name.split('.'), name) ?? []);
  if (problems.length > 0) throw badRequest('The parameter fields is invalid.', problems);
  const selection: Selection = new Map();
  for (const name of names) {
    let at = selection;
    const path = name.split('.');
    for (const [index, part] of path.entries()) {
      const inner = at.get(part);
      // A whole member includes its parts.
      if (inner === null) break;
      const next = index === path.length - 1 ? null : (inner ?? new Map());
      at.set(part, next);
      if (next) at = next;
    }
  }
  return selection;
}

function problemOf(kind: Kind, members: Members, [first = '', ...rest]: string[], name: string): string | undefined {
  const member: Member | undefined = Object.hasOwn(members, first) ? members[first] : undefined;
  if (!member) {
    const prefix = name.split('.').slice(0, -rest.length - 1);
    const nearest = nearestOf(first, Object.keys(members));
    const hint = nearest === undefined ? `the members are ${Object.keys(members).join(', ')}` : `did you mean ${[...prefix, nearest].join('.')}?`;
    return `fields: ${kind.name} has no member ${describe(name)}, ${hint}`;
  }
  if (rest.length === 0) return undefined;
  switch (member.type) {
    case 'object':
    case 'objects':
      return problemOf(kind, member.members, rest, name);
    case 'reference':
      return problemOf(kind, referenceMembers, rest, name);
    case 'free':
    case 'localizations':
      return undefined;
    default:
      return `fields: ${describe(name)} has no members, ${first} is a value`;
  }
}

const referenceMembers: Members = { id: { type: 'uuid' }, code: { type: 'string' }, name: { type: 'string' } };

function reduce(value: JsonObject, selection: Selection): JsonObject {
  const reduced: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const inner = selection.get(name);
    if (inner === null) reduced[name] = member;
    else if (inner) reduced[name] = reduceAny(member, inner);
  }
  return reduced;
}

function reduceAny(value: Json, selection: Selection): Json {
  if (Array.isArray(value)) return value.map((element) => reduceAny(element, selection));
  return isObject(value) ? reduce(value, selection) : value;
}
