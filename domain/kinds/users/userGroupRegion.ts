import { reference, uuid } from '../declaration/members.ts';
import { commonOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

/** A region of a user group. Finders: api/routes/users/userGroupRegions.ts. */
export const userGroupRegion: Kind = {
  name: 'UserGroupRegion',
  path: 'user-group-regions',
  table: 'user_group_region',
  plural: 'user group regions',
  members: {
    id: uuid(),
    regionId: uuid({ required: true }),
    userGroup: reference('UserGroup', { required: true }),
  },
  operations: commonOperations,
  keepsHistory: true,
  distinct: {},
  references: [{ member: 'userGroup', target: 'UserGroup', by: 'id', column: 'user_group_id', denormalized: true }],
};
