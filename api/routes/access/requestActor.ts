import type { Actor } from '../../../domain/identity/actor.ts';
import type { ApiRequest } from '../../http/route.ts';

/** Returns who changes credentials by a request. */
export const actorOf = ({ services, principal, origin, caller }: ApiRequest): Actor => ({
  principal,
  isAdministrator: services.access.entity('Admin') === 'READ_WRITE',
  origin,
  caller,
});
