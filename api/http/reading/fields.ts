import { badRequest } from '../../../domain/errors.ts';
import { TEXT_PATTERN } from '../../../domain/kinds/declaration/limits.ts';
import { type Member, type Members, withAudit } from '../../../domain/kinds/declaration/members.ts';
import type { Json, JsonObject } from '../../../domain/kinds/kind.ts';
import { nearestOf } from '../../../domain/validation/nearestName.ts';
import { describe, isObject } from '../../../domain/validation/values.ts';
import { MAX_HEAD } from '../requestHead.ts';
import type { QueryParameter } from '../route.ts';

/** Maximum number of members in `fields`. */
const MAX_FIELDS = 200;

/** The query parameter `fields`: the members that the records of an answer have. */
export const fieldsParameter: QueryParameter = {
  name: 'fields',
  schema: {
    type: 'array',
    items: { type: 'string', maxLength: MAX_HEAD, pattern: TEXT_PATTERN },
    maxItems: MAX_FIELDS,
  },
  description:
    'The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.',
};

/** Selects members of a record by name, and by null all parts of a member. The order is that of the request. */
export type Selection = ReadonlyMap<string, Selection | null>;

type OpenSelection = Map<string, OpenSelection | null>;

/** What `fields` can name: a kind, or the records that an operation makes of it. */
export interface SelectedKind {
  readonly name: string;
  readonly members: Members;
}

/** Returns the members that a query selects; undefined for all. Throws a 400 for a member that the kind does not have. */
export function readFields({ name: kind, members }: SelectedKind, query: URLSearchParams): Selection | undefined {
  if (!query.has('fields')) return undefined;
  const names = namesIn(query);
  if (names.length === 0) throw invalid(['fields: must name a member, or be left out for all members']);
  if (names.length > MAX_FIELDS)
    throw invalid([`fields: must have at most ${MAX_FIELDS} elements, not ${names.length}`]);
  const all = withAudit(members);
  const problems = names.flatMap((name) => problemOf(kind, all, name.split('.'), name) ?? []);
  if (problems.length > 0) throw invalid(problems);
  const selection: OpenSelection = new Map();
  for (const name of names) select(selection, name.split('.'));
  return selection;
}

const invalid = (problems: readonly string[]): Error => badRequest('The parameter fields is invalid.', problems);

function namesIn(query: URLSearchParams): string[] {
  const names = query.getAll('fields').flatMap((value) => value.split(','));
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}

function select(selection: OpenSelection, [first = '', ...rest]: string[]): void {
  const inner = selection.get(first);
  // A whole member includes its parts.
  if (rest.length === 0) selection.set(first, null);
  else if (inner !== null) {
    const parts: OpenSelection = inner ?? new Map();
    selection.set(first, parts);
    select(parts, rest);
  }
}

function problemOf(kind: string, members: Members, [first = '', ...rest]: string[], name: string): string | undefined {
  const member: Member | undefined = Object.hasOwn(members, first) ? members[first] : undefined;
  if (!member) {
    const names = Object.keys(members);
    const prefix = name.split('.').slice(0, -rest.length - 1);
    const nearest = nearestOf(first, names);
    const hint =
      nearest === undefined ? `allowed are ${names.join(', ')}` : `did you mean ${[...prefix, nearest].join('.')}?`;
    return `fields: ${kind} has no member ${describe(name)}, ${hint}`;
  }
  if (rest.length === 0) return undefined;
  const inner = partsOf(member);
  if (inner === 'any') return undefined;
  if (inner) return problemOf(kind, inner, rest, name);
  return `fields: ${describe(name)} is not allowed, because ${first} has no parts`;
}

/** Returns the parts that a path can continue to; undefined for a member without parts. */
function partsOf(member: Member): Members | 'any' | undefined {
  switch (member.type) {
    case 'object':
      return member.period ? { ...member.members, isValid: { type: 'boolean' } } : member.members;
    case 'objects':
      return member.members;
    // The answer has the whole record where the interface says so, and otherwise its id, code and name.
    case 'reference':
    case 'free':
    case 'localizations':
      return 'any';
    default:
      return undefined;
  }
}

/** Returns the record with the selected members alone, in their order. */
export function reduce(record: JsonObject, selection: Selection): JsonObject {
  const reduced: JsonObject = {};
  for (const [name, value] of Object.entries(record)) {
    const inner = selection.get(name);
    if (inner === null) reduced[name] = value;
    else if (inner) reduced[name] = reduceAny(value, inner);
  }
  return reduced;
}

function reduceAny(value: Json, selection: Selection): Json {
  if (Array.isArray(value)) return value.map((element) => reduceAny(element, selection));
  return isObject(value) ? reduce(value, selection) : value;
}
