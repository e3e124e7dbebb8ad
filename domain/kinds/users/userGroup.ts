import { code, date, free, name, primaryKey, string, strings, uuid } from '../declaration/members.ts';
import { referenceDataOperations, without } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';
import { phoneWarnings } from './phoneWarnings.ts';

/** Other operations of user groups: api/routes/users/userGroups.ts. */
export const userGroup: Kind = {
  name: 'UserGroup',
  path: 'user-groups',
  table: 'user_group',
  plural: 'user groups',
  description:
    'Users who work together. Groups form a hierarchy, give roles to their members, and can come from a directory.',
  members: {
    id: primaryKey(),
    code: code(),
    type: code({ description: 'Code of the UserGroupType. A rename of the type updates it.' }),
    name: name(),
    description: string({ description: 'A comment.' }),
    ldapMemberOf: string({ description: 'Distinguished name of the group in the directory.' }),
    parentUserGroupId: uuid({ description: 'The parent group. The hierarchy has no cycles.' }),
    validFrom: date({ description: 'Start of the validity; without it there is no start.' }),
    validTo: date({ description: 'End of the validity; without it there is no end.' }),
    dataTags: strings({ description: 'Tags by which applications group user groups.' }),
    email: string({ format: 'email', description: 'An e-mail address (RFC 5321, RFC 6531).' }),
    phoneNumber: string({
      format: 'phone',
      description:
        'A phone number of 3 to 15 digits in any usual notation, such as +420 601 234 567. One to which no SMS can be sent causes a warning in X-Warnings.',
    }),
    chars: free({ required: true, description: 'Characteristics by name, validated by the registry of the type.' }),
    associatedUserRoleId: uuid({
      description: 'A role of all members of the group. It is not listed in the `roles` of its users.',
    }),
  },
  operations: without(referenceDataOperations, 'getById', 'updateById', 'removeById', 'getByCode'),
  titles: {
    save: 'Create new user group',
    patch: 'Update properties of an existing user group',
    searchDeprecatedPage: 'UserGroupPublicApi.getAllFilterable',
    searchDeprecatedList: 'UserGroupPublicApi.getAllFilterableList',
  },
  keepsHistory: true,
  guarded: ['associatedUserRoleId'],
  references: [
    { member: 'type', target: 'UserGroupType', by: 'code', column: 'type_id', denormalized: true },
    {
      member: 'parentUserGroupId',
      target: 'UserGroup',
      by: 'id',
      column: 'parent_id',
      hierarchyLockTable: 'user_group_hierarchy_lock',
    },
    { member: 'associatedUserRoleId', target: 'Role', by: 'id', column: 'associated_user_role_id' },
  ],
  typeMember: 'type',
  warnings: phoneWarnings,
};
