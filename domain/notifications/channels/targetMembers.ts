import { free, string, uuid } from '../../kinds/declaration/members.ts';
import { addressMembers } from './index.ts';

/** The members of a target that a client may set. */
export const targetMembers = {
  id: uuid(),
  ownerType: string({
    description: 'User or UserGroup: the recipient. An owner of any other type is stored and ignored.',
  }),
  ownerId: string({ description: 'Id or code of the user or group.' }),
  ...Object.fromEntries(addressMembers.map(({ member }) => [member, string()])),
  emailType: string(),
  address: free(),
};
