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

export type ObjectSchema = Schema & { readonly properties: Schema };

/** The schema of an object with these members and no others. `optional` names members that are not required here. */
export function objectOf(members: Members, optional: readonly string[] = []): ObjectSchema {
  const properties: Schema = {};
  const required: string[] = [];
  for (const [name, member] of Object.entries(members)) {
    properties[name] = memberSchema(member);
    const filled = member.type === 'string' && member.default !== undefined;
    if (member.required && !filled && !optional.includes(name)) required.push(name);
  }
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties,
    additionalProperties: false,
  };
}

export function memberSchema(member: Member): Schema {
  const schema = typeSchema(member);
  if (member.description === undefined) return schema;
  return { ...schema, description: member.description };
}

function typeSchema(member: Member): Schema {
  switch (member.type) {
    case 'string':
      return {
        ...(member.values ? oneOf(member.values) : textSchema(member)),
        ...(member.default === undefined ? {} : { default: member.default }),
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
      return localizationsSchema({ open: member.open === true });
    case 'object':
      if (member.period) return ref('TimePeriod');
      return objectOf(member.members);
    case 'objects':
      return arrayOf(objectOf(member.members), maxElementsOf(member));
    case 'reference':
      return ref(`${member.kind}Reference`);
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

/** A reference to a record. In a request its id or code is enough; its other members are never written. */
export function referenceSchema(kind: Kind): Schema {
  const properties: Schema = {};
  for (const name of ['id', 'code', 'name']) {
    const member = kind.members[name];
    if (member) properties[name] = memberSchema(member);
  }
  return {
    type: 'object',
    properties,
    anyOf: [{ required: ['id'] }, { required: ['code'] }],
    additionalProperties: true,
    description: `Points to a ${kind.name}, by id or by code, which must agree if both are given; the service fills the other members.`,
  };
}
