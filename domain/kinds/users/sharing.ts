import { boolean, string, uuid } from '../declaration/members.ts';
import { commonOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

/** Says that an entity (the owner) is shared with another (the reference). Finders: api/routes/users/sharings.ts. */
export const sharing: Kind = {
  name: 'Sharing',
  path: 'sharings',
  table: 'sharing',
  plural: 'sharings',
  members: {
    id: uuid(),
    ownerType: string({ required: true, min: 1, description: 'Type of the entity that is shared.' }),
    ownerId: string({ required: true, min: 1 }),
    refType: string({ required: true, min: 1, description: 'Type of the entity that it is shared with.' }),
    refId: string({ required: true, min: 1 }),
    sharingTypeCode: string({ description: 'Tells sharings of one reference apart: the subType of the finder.' }),
    description: string(),
    isPublic: boolean({ description: 'Found by whoever asks for the owner type.' }),
  },
  operations: commonOperations,
  keepsHistory: true,
};
