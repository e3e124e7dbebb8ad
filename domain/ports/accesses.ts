import type { Access } from '../access/access.ts';
import type { Grants } from '../access/grants.ts';
import type { Principal } from '../identity/principal.ts';
import type { RightsHolder } from '../kinds/kind.ts';

/** Finds what principals may do (domain/identity/grantsCache.ts). */
export interface Accesses {
  /** @throws ServiceError SERVICE_UNAVAILABLE if the rights cannot be read */
  of(principal: Principal): Promise<Access>;
  /** Returns the grants behind the access of a user, as far as its key allows; undefined if no user has the id. */
  grantsOf(holder: RightsHolder): Promise<Grants | undefined>;
}
