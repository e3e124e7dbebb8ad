import { primaryKey, timePeriod, uuid } from '../declaration/members.ts';
import { commonOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

/** Grants an access rule to the users with a role, for a period. */
export const roleAccessRule: Kind = {
  name: 'RoleAccessRule',
  path: 'role-access-rules',
  table: 'role_access_rule',
  plural: 'role access rules',
  description: 'Gives an access rule to the users with a role, for a period or for good.',
  members: {
    id: primaryKey(),
    accessRuleId: uuid({ required: true, description: 'The rule.' }),
    roleId: uuid({ required: true, description: 'The role that has the rule.' }),
    period: timePeriod({ description: 'When the role has the rule; always if absent.' }),
  },
  operations: commonOperations,
  references: [
    { member: 'accessRuleId', target: 'AccessRule', by: 'id', column: 'access_rule_id' },
    { member: 'roleId', target: 'Role', by: 'id', column: 'role_id' },
  ],
  keepsHistory: true,
  guarded: true,
  distinct: {},
};
