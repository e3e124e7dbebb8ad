import type { Schema } from '../http/route.ts';
import { anyObject, arrayOf, count, flag, id, moment, text } from './schemas.ts';

/** The common members of a group and its type. */
const expandedHead = {
  name: text,
  code: text,
  id,
  readonlyAccess: { ...flag, description: 'Whether the caller may only read it.' },
  version: count,
  whoInserted: text,
  whenInserted: moment,
  whenEdited: moment,
  whoEdited: text,
  description: text,
} satisfies Record<string, Schema>;

const withEmpty = (others: Schema): Schema => ({
  type: 'object',
  properties: { empty: { ...flag, description: 'Whether no other member is present.' } },
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
          isValid: { ...flag, description: 'At the time of the response.' },
        },
      },
      chars: withEmpty({}),
      userGroupType: {
        type: 'object',
        properties: {
          ...expandedHead,
          validityFrom: moment,
          validityTo: moment,
          valid: { ...text, enum: ['true', 'false'], description: 'At the time of the response.' },
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
    description: 'A user group with its type. A group that exists only in the directory has neither id nor version.',
  },
} satisfies Record<string, Schema>;
