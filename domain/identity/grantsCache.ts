import { type Access, fullAccess, noAccess } from '../access/access.ts';
import { type Grants, grantsOf } from '../access/grants.ts';
import type { RightsHolder } from '../kinds/kind.ts';
import type { Accesses } from '../ports/accesses.ts';
import type { AccessEpoch } from '../ports/identity.ts';
import type { ServiceDependencies } from '../ports/serviceDependencies.ts';
import type { Principal } from './principal.ts';

const MAX_ENTRIES = 10_000;

interface Entry {
  readonly grants: Grants | undefined;
  readonly epoch: number;
}

/**
 * Returns the grants of principals. They are cached by user, scopes and limit, until rights change or until a period begins or
 * ends that decides them.
 */
export class GrantsCache implements Accesses {
  readonly #dependencies: Pick<ServiceDependencies, 'sql' | 'log'>;
  readonly #epoch: AccessEpoch;
  readonly #entries = new Map<string, Entry>();

  constructor(dependencies: Pick<ServiceDependencies, 'sql' | 'log'>, epoch: AccessEpoch) {
    this.#dependencies = dependencies;
    this.#epoch = epoch;
  }

  async of(principal: Principal): Promise<Access> {
    if (principal.credential === 'none') return fullAccess;
    return (await this.grantsOf(principal))?.access ?? noAccess;
  }

  async grantsOf({ userId, scopes, limitedBy }: RightsHolder): Promise<Grants | undefined> {
    const epoch = await this.#epoch.confirmed();
    const key = scopes || limitedBy ? JSON.stringify([userId, scopes, limitedBy]) : userId;
    const known = this.#entries.get(key);
    if (known && known.epoch === epoch && (known.grants === undefined || Date.now() < known.grants.validUntil))
      return known.grants;
    const grants = await grantsOf(this.#dependencies, userId, { scopes, limitedBy });
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    this.#entries.set(key, { grants, epoch });
    return grants;
  }
}
