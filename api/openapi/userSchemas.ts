import type { Schema } from '../http/route.ts';
import { anyObject, arrayOf, count, flag, id, moment, text } from './schemas.ts';

/** The common members of a group and its type. */
const expandedHead = {
  name: { ...text, description: 'Shown to users.' },
  code: { ...text, description: 'Unique business key.' },
  id: { ...id, description: 'Primary key.' },
  readonlyAccess: { ...flag, description: 'Whether the caller may only read it.' },
  version: { ...count, description: 'Number of the change.' },
  whoInserted: { ...text, description: 'Code of the user who created it.' },
  whenInserted: { ...moment, description: 'Time of the creation.' },
  whenEdited: { ...moment, description: 'Time of the last change.' },
  whoEdited: { ...text, description: 'Code of the user who made the last change.' },
  description: { ...text, description: 'A comment.' },
} satisfies Record<string, Schema>;

const withEmpty = (description: string, others: Schema): Schema => ({
  type: 'object',
  description,
  properties: { empty: { ...flag, description: 'Whether no other member is present.' } },
  additionalProperties: others,
});

/** Schemas of user groups as lists of users show them. */
export const userSchemas = {
  UserGroupExpanded: {
    type: 'object',
    properties: {
      ...expandedHead,
      ldapMemberOf: { ...text, description: 'Distinguished name of the group in the directory.' },
      period: {
        type: 'object',
        properties: {
          validFrom: { ...moment, description: 'Start; without it the period has no start.' },
          validTo: { ...moment, description: 'End; without it the period has no end.' },
          isValid: { ...flag, description: 'Whether it is valid at the time of the response.' },
        },
        description: 'When the group is valid.',
      },
      chars: withEmpty('Characteristics by name.', {}),
      userGroupType: {
        type: 'object',
        properties: {
          ...expandedHead,
          validityFrom: { ...moment, description: 'Start of the validity period.' },
          validityTo: { ...moment, description: 'End of the validity period.' },
          valid: {
            type: 'string',
            enum: ['true', 'false'],
            description: 'Whether it is valid at the time of the response.',
          },
          localizationData: withEmpty('Texts by language code.', { type: 'object', additionalProperties: text }),
          userGroupSpecId: { ...id, description: 'Id of the specification of the groups in another system.' },
          registry: { ...anyObject, description: 'A JSON Schema for each characteristic.' },
        },
        description: 'The type of the group.',
      },
      parentUserGroupId: { ...id, description: 'The parent group.' },
      dataTags: { ...arrayOf(text), description: 'Tags by which applications group user groups.' },
      email: { ...text, description: 'E-mail address of the group.' },
      phoneNumber: { ...text, description: 'Phone number of the group.' },
      associatedUserRoleId: { ...id, description: 'A role of all members of the group.' },
    },
    description: 'A user group with its type. A group that exists only in the directory has neither id nor version.',
  },
  ErasureRequest: {
    type: 'object',
    required: ['dryRun'],
    properties: {
      dryRun: { ...flag, description: 'Whether to count the rows only; false erases the person.', examples: [true] },
    },
    additionalProperties: false,
    description: 'How a person is erased.',
  },
  ErasureAnswer: {
    type: 'object',
    required: ['dryRun', 'jobId', 'pseudonym', 'searched', 'skipped'],
    properties: {
      dryRun: { ...flag, description: 'Whether nothing is changed.', examples: [true] },
      jobId: { ...id, description: 'Id of the Job that looks through all tables.' },
      pseudonym: {
        ...text,
        description: 'Stands for the code and the names of the person.',
        examples: ['erased-6f1ed002ab55'],
      },
      searched: {
        type: 'object',
        additionalProperties: count,
        description: 'Number of texts that are looked for, by the member of the user that has or had them.',
        examples: [{ code: 1, email: 2, name: 3 }],
      },
      skipped: {
        ...arrayOf({
          type: 'object',
          required: ['type', 'reason'],
          properties: {
            type: { ...text, description: 'Member of the user that has or had the text.', examples: ['name'] },
            reason: {
              type: 'string',
              enum: ['SHARED', 'SHORT', 'RESERVED', 'ONE_WORD'],
              description:
                'SHARED: another user or record has it, too; SHORT: it would be found in other texts by chance; RESERVED: a code that is a word of the service; ONE_WORD: a name that may be part of any text.',
            },
          },
          description: 'A text that is not looked for.',
        }),
        description: 'Texts of the user that are left in other records.',
        examples: [[]],
      },
    },
    description: 'The answer to the erasure of a person, before other tables are changed.',
  },
} satisfies Record<string, Schema>;
