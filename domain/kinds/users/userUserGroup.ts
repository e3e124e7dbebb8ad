import { free, primaryKey, strings, timePeriod, uuid } from '../declaration/members.ts';
import { commonOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

/** Makes a user a member of a group, for a period. */
export const userUserGroup: Kind = {
  name: 'UserUserGroup',
  path: 'user-user-groups',
  table: 'user_user_group',
  plural: 'user user groups',
  description: 'Makes a user a member of a user group, for a period or for good.',
  members: {
    id: primaryKey(),
    userId: uuid({ required: true, description: 'The member.' }),
    userGroupId: uuid({ required: true, description: 'The group.' }),
    roleInGroup: strings({ description: 'Functions of the user in the group.' }),
    period: timePeriod({ description: 'When the user is a member; always if absent.' }),
    data: free({ description: 'Data of applications about the membership.' }),
  },
  operations: commonOperations,
  references: [
    { member: 'userId', target: 'User', by: 'id', column: 'user_id', onDelete: 'cascade' },
    { member: 'userGroupId', target: 'UserGroup', by: 'id', column: 'user_group_id' },
  ],
  keepsHistory: true,
  guarded: true,
  distinct: { unlessMember: 'period' },
};
