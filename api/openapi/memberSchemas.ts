import {
  MAX_TEXT,
  maxElementLengthOf,
  maxElementsOf,
  maxLengthOf,
  rangeOf,
} from '../../domain/kinds/declaration/limits.ts';
import type { Member, Members, StringMember, StringsMember } from '../../domain/kinds/declaration/members.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import { formats } from '../../domain/validation/formats.ts';
import type { Schema } from '../http/route.ts';
import { anyObject, arrayOf, id, localizationsSchema, moment, oneOf, ref, text } from './schemas.ts';

export type ObjectSchema = Schema & { readonly properties: Schema; readonly required?: string[] };

/**
 * Where a schema is used. Requests may lack what the service fills. Responses have it; they have neither defaults nor members
 * that are only written.
 */
export type Direction = 'request' | 'response';

/** The name of the schema of what requests have, by that of what responses have: `UserGroupInput`. */
export const inputName = (name: string): string => `${name}Input`;

/** The name of the schema of a record, or of a part of it, in requests or in responses. */
export const nameIn = (direction: Direction, name: string): string =>
  direction === 'request' ? inputName(name) : name;

/** The schema of an object with these members and no others. */
export function objectOf(members: Members, direction: Direction = 'request'): ObjectSchema {
  const properties: Schema = {};
  const required: string[] = [];
  for (const [name, member] of Object.entries(members)) {
    properties[name] = memberSchema(member, direction);
    if (direction === 'request' ? member.required && !isFilled(member) : member.required || isFilled(member))
      required.push(name);
  }
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties,
    additionalProperties: false,
  };
}

const isFilled = (member: Member): boolean =>
  member.filled === true || (member.type === 'string' && member.default !== undefined);

export function memberSchema(member: Member, direction: Direction = 'request'): Schema {
  const schema = typeSchema(member, direction);
  if (member.description === undefined) return schema;
  return { ...schema, description: member.description };
}

function typeSchema(member: Member, direction: Direction): Schema {
  switch (member.type) {
    case 'string':
      return {
        ...(member.values ? oneOf(member.values) : textSchema(member)),
        ...(member.default === undefined || direction === 'response' ? {} : { default: member.default }),
      };
    case 'uuid':
      return id;
    case 'date':
      return moment;
    case 'integer': {
      const { min, max } = rangeOf(member);
      return { type: 'integer', format: 'int64', minimum: min, maximum: max };
    }
    case 'number':
      return { type: 'number', format: 'double' };
    case 'boolean':
      return { type: 'boolean' };
    case 'strings':
      return arrayOf(elementSchema(member), maxElementsOf(member));
    case 'free':
      return { ...anyObject, examples: [{}] };
    case 'localizations':
      return localizationsSchema({ open: member.open === true, returned: direction === 'response' });
    case 'object':
      if (member.period) return ref(nameIn(direction, 'TimePeriod'));
      return objectOf(member.members, direction);
    case 'objects':
      return arrayOf(objectOf(member.members, direction), maxElementsOf(member));
    case 'reference':
      return ref(nameIn(direction, referenceName(member.kind)));
  }
}

function textSchema(member: StringMember): Schema {
  const { min, format } = member;
  const maxLength = Math.min(maxLengthOf(member), format ? formats[format].maxLength : MAX_TEXT);
  return { ...text, ...(min !== undefined && { minLength: min }), maxLength };
}

function elementSchema(member: StringsMember): Schema {
  const { uuids, values } = member;
  if (values) return oneOf(values);
  return uuids ? id : { ...text, maxLength: maxElementLengthOf(member) };
}

/** The name of the schema of a reference to a record of the kind. */
export const referenceName = (kind: string): string => `${kind}Reference`;

/** Returns the schema of a reference in a response. Of an embedded record, a caller that may not read it gets the id alone. */
export function referenceSchema(kind: Kind, { embedded }: { readonly embedded: boolean }): Schema {
  const { name } = kind;
  const properties = referencingMembers(kind, 'response');
  return {
    type: 'object',
    required: embedded ? ['id'] : Object.keys(properties),
    properties,
    additionalProperties: false,
    description: embedded
      ? `In place of a ${name} in a response: one that was deleted, or of which the caller may read the id alone.`
      : `Points to a ${name} in a response.`,
  };
}

/** Returns the schema of a reference in a request: a whole record, or its id or code alone. Its other members are never written. */
export function referenceInputSchema(kind: Kind): Schema {
  return {
    type: 'object',
    properties: referencingMembers(kind, 'request'),
    if: { required: ['id'] },
    else: { required: ['code'] },
    // Its other members: propertyNames would name them, but generators of TypeScript make an invalid type of that.
    additionalProperties: true,
    description: `Points to a ${kind.name} in a request, by id or by code, which must agree if both are given; the other members of a whole ${kind.name} are ignored.`,
  };
}

const referencingMembers = ({ members }: Kind, direction: Direction): Schema =>
  Object.fromEntries(
    ['id', 'code', 'name'].flatMap((name) =>
      members[name] === undefined ? [] : [[name, memberSchema(members[name], direction)]],
    ),
  );
