import { forbidden } from '../errors.ts';
import type { Caller } from '../kinds/kind.ts';
import type { Origin } from './auditEntries.ts';
import type { Principal } from './principal.ts';

/** Who changes credentials, and from where. */
export interface Actor {
  readonly principal: Principal;
  /** May change the credentials of every user: has the right READ_WRITE to Admin. */
  readonly isAdministrator: boolean;
  readonly origin: Origin;
  readonly caller: Caller;
}

/** A key with scopes or a limit changes no credentials: another credential of its user could do more than the key. */
export function requireUnlimited({ principal }: Actor): void {
  if (principal.scopes) throw forbidden('A key with scopes cannot change credentials.');
  if (principal.limitedBy !== undefined) throw forbidden('A limited key cannot change credentials.');
}
