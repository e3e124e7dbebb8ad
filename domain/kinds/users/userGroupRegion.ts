import { primaryKey, reference, uuid } from '../declaration/members.ts';
import { commonOperations, without } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

/** A region of a user group. Finders: api/routes/users/userGroupRegions.ts. */
export const userGroupRegion: Kind = {
  name: 'UserGroupRegion',
  path: 'user-group-regions',
  table: 'user_group_region',
  plural: 'user group regions',
  description: 'A region for which a user group is responsible.',
  members: {
    id: primaryKey(),
    regionId: uuid({ required: true, description: 'Id of the region.' }),
    userGroup: reference('UserGroup', {
      required: true,
      description: 'The group. A request may name it by its id or its code alone.',
    }),
  },
  operations: without(commonOperations, 'getAll'),
  keepsHistory: true,
  distinct: {},
  references: [
    {
      member: 'userGroup',
      target: 'UserGroup',
      by: 'id',
      column: 'user_group_id',
      denormalized: true,
      embedded: true,
    },
  ],
};
