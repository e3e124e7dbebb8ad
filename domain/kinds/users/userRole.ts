import { primaryKey, uuid } from '../declaration/members.ts';
import { commonOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

/** Grants a role to a user. */
export const userRole: Kind = {
  name: 'UserRole',
  path: 'user-roles',
  table: 'user_role',
  plural: 'user roles',
  description: 'Gives a role to a user.',
  members: {
    id: primaryKey(),
    userId: uuid({ required: true, description: 'The user.' }),
    roleId: uuid({ required: true, description: 'The role that the user has.' }),
  },
  operations: commonOperations,
  references: [
    { member: 'userId', target: 'User', by: 'id', column: 'user_id', onDelete: 'cascade' },
    { member: 'roleId', target: 'Role', by: 'id', column: 'role_id' },
  ],
  keepsHistory: true,
  guarded: true,
  distinct: {},
};
