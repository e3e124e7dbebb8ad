import type { Schema } from '../http/route.ts';
import { anyObject, arrayOf, count, flag, id, moment, text } from './schemas.ts';

/** What a group and its type, both expanded, have in common. */
const expandedHead = {
  name: text,
  code: text,
  id,
  readonlyAccess: { ...flag, description: 'The caller may not write it.' },
  version: count,
  whoInserted: text,
  whenInserted: moment,
  whenEdited: moment,
  whoEdited: text,
  description: text,
} satisfies Record<string, Schema>;

const withEmpty = (others: Schema): Schema => ({
  type: 'object',
  properties: { empty: { ...flag, description: 'There is nothing else.' } },
  additionalProperties: others,
});

/** Schemas of user groups as lists of users show them. */
export const userSchemas = {
  UserGroupExpanded: {
    type: 'object',
    properties: {
      ...expandedHead,
      ldapMemberOf: text,
      period: {
        type: 'object',
        properties: {
          validFrom: moment,
          validTo: moment,
          isValid: { ...flag, description: 'At the time of the answer.' },
        },
      },
      chars: withEmpty({}),
      userGroupType: {
        type: 'object',
        properties: {
          ...expandedHead,
          validityFrom: moment,
          validityTo: moment,
          valid: { ...text, enum: ['true', 'false'], description: 'At the time of the answer.' },
          localizationData: withEmpty({ type: 'object', additionalProperties: text }),
          userGroupSpecId: id,
          registry: anyObject,
        },
      },
      parentUserGroupId: id,
      dataTags: arrayOf(text),
      email: text,
      phoneNumber: text,
      associatedUserRoleId: id,
    },
    description: 'A user group with its type. Where it comes from the directory alone it has neither id nor version.',
  },
} satisfies Record<string, Schema>;
