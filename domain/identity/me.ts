import { type Access, reservedEntities } from '../access/access.ts';
import { kinds } from '../kinds/index.ts';
import type { Services } from '../ports/services.ts';
import type { Principal } from './principal.ts';

type Extent = 'all' | 'some' | 'none';

/** The rights to the records of a kind, or to what a reserved entity covers. */
interface EntityAccess {
  readonly entityName: string;
  readonly read: Extent;
  readonly write: Extent;
}

/** Returns the caller with its roles, its groups and its access to every kind and reserved entity, as JSON. */
export async function describeCaller(services: Services, principal: Principal): Promise<string> {
  const { userId, code, name, authentication, credential, keyName } = principal;
  const grants = userId === '' ? undefined : await services.accesses.grantsOf({ userId });
  return JSON.stringify({
    user: code,
    name,
    credential,
    ...(authentication !== undefined && { authentication }),
    ...(keyName !== undefined && { keyName }),
    roles: grants?.roles ?? [],
    groups: grants?.groups ?? [],
    access: accessList(services.access),
  });
}

function accessList(access: Access): EntityAccess[] {
  const ofKinds = kinds.map((kind) => {
    const { read, write } = access.of(kind);
    return { entityName: kind.name, read: extentOf(read), write: extentOf(write) };
  });
  const ofEntities = reservedEntities.map((entityName): EntityAccess => {
    const right = access.entity(entityName);
    return {
      entityName,
      read: right === undefined ? 'none' : 'all',
      write: right === 'READ_WRITE' ? 'all' : 'none',
    };
  });
  return [...ofKinds, ...ofEntities];
}

const extentOf = (reach: ReturnType<Access['of']>['read']): Extent => (typeof reach === 'string' ? reach : 'some');
