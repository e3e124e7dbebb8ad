import { auditMembers, type Member, type Members, timePeriod } from '../../domain/kinds/declaration/members.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import type { Schema } from '../http/route.ts';
import { inputName, memberSchema, type ObjectSchema } from './memberSchemas.ts';
import { ref, text } from './schemas.ts';

/**
 * Schemas of merge patches (RFC 7396), made of the declarations that make the schemas of the records. No member is required,
 * and none has a default, which a generated client would send. null removes a member that a record may lack. Objects are
 * merged, so that their members are optional too; arrays and references are replaced.
 */

/** The name of the schema of a merge patch of one record. */
export const patchName = (kind: string): string => `PatchOf${kind}`;

/** The name of the schema of a merge patch of many records. */
export const bulkPatchName = (kind: string): string => `BulkPatchOf${kind}`;

/** Returns the schema of a merge patch of one record of the kind. */
export function patchSchema({ name, members }: Pick<Kind, 'name' | 'members'>): Schema {
  const schema = patchOf(members);
  const id = { ...(schema.properties['id'] as Schema), description: 'Primary key. It cannot be changed.' };
  const auditInfo = nullable({
    ...ref(inputName('AuditInfo')),
    description: 'The version that the change is based on.',
  });
  const properties = { ...schema.properties, id, auditInfo };
  return {
    ...schema,
    properties,
    description: `A change of a ${name}: a merge patch (RFC 7396). Absent members stay as they are; null removes a member.`,
  };
}

/** Returns the schema of a merge patch of many records of the kind, none of whose ids and versions it has. */
export function bulkPatchSchema({ name, members }: Pick<Kind, 'name' | 'members'>): Schema {
  const { id, ...others } = members;
  return {
    ...patchOf(others),
    minProperties: 1,
    description: `A change of many records of the kind ${name}: a merge patch (RFC 7396) of each of them.`,
  };
}

/** Schemas of the parts of patches and of other requests that kinds share. Outside of patches, null is an absent member. */
export const sharedInputSchemas = {
  [inputName('AuditInfo')]: auditInfoInputSchema(),
  [inputName('TimePeriod')]: {
    type: 'object',
    properties: {
      ...patchOf(timePeriod().members).properties,
      isValid: { type: 'boolean', readOnly: true, description: 'Computed by the service; ignored.' },
    },
    additionalProperties: false,
    description: 'A period of validity in a request.',
  },
  [patchName('Localization')]: {
    type: 'object',
    properties: {
      name: nullable({ ...text, description: 'The name in this language.' }),
      description: nullable({ ...text, description: 'The description in this language.' }),
    },
    additionalProperties: false,
    description: 'A change of the texts of a record in one language.',
  },
} satisfies Record<string, Schema>;

/** No member is required, so that a client can send the version alone. */
function auditInfoInputSchema(): Schema {
  const properties = Object.entries(auditMembers).map(([name, member]) => [
    name,
    name === 'version' ? nullable(memberSchema(member)) : { ...memberSchema(member), readOnly: true },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
    description:
      'The version that a write is based on; the write is rejected if the record has another one. The other members are ignored.',
  };
}

function patchOf(members: Members): ObjectSchema {
  const properties = Object.entries(members).map(([name, member]) => {
    const { default: filled, ...schema } = withDescription(member);
    return [name, member.required && filled === undefined ? schema : nullable(schema)];
  });
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

function withDescription(member: Member): Schema {
  const { description } = member;
  return { ...mergedSchema(member), ...(description !== undefined && { description }) };
}

function mergedSchema(member: Member): Schema {
  switch (member.type) {
    case 'object':
      return member.period ? ref(inputName('TimePeriod')) : patchOf(member.members);
    case 'localizations':
      return {
        type: 'object',
        ...(member.open && { properties: memberSchema(member)['properties'] }),
        additionalProperties: nullable(
          member.open ? { type: 'object', additionalProperties: nullable(text) } : ref(patchName('Localization')),
        ),
        examples: [{ cs: { name: 'Název' } }],
      };
    default:
      return memberSchema(member);
  }
}

/** Returns the schema that accepts null too. A description stays beside the alternatives. */
function nullable(schema: Schema): Schema {
  const { description, ...bare } = schema;
  const described = description === undefined ? {} : { description };
  if (typeof bare['type'] === 'string' && !('enum' in bare))
    return { ...bare, type: [bare['type'], 'null'], ...described };
  return { anyOf: [bare, { type: 'null' }], ...described };
}
