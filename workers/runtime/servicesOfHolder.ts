import type { ReservedEntity } from '../../domain/access/access.ts';
import { badRequest, ServiceError } from '../../domain/errors.ts';
import type { RightsHolder } from '../../domain/kinds/kind.ts';
import type { Services } from '../../domain/ports/services.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { describe } from '../../domain/validation/values.ts';

/**
 * Returns services with the access that the holder of some work has now. Work of the service itself has the access of the
 * service.
 *
 * @param entity to which the holder needs READ_WRITE
 * @throws ServiceError BAD_REQUEST: the user was deleted or disabled, is not valid now, or has lost the right
 */
export async function servicesOfHolder(
  services: Services,
  { holder }: { readonly holder?: RightsHolder },
  entity?: ReservedEntity,
): Promise<Services> {
  if (!holder) return services;
  const grants = await services.accesses.grantsOf(holder).catch((error: unknown) => {
    // An outage counts as no fault of the work.
    throw error instanceof ServiceError && isUnavailable(error.cause) ? error.cause : error;
  });
  if (!grants) throw stopped('that started it was deleted');
  if (!grants.isActive) throw stopped(`${describe(grants.user.code)} that started it is disabled or not valid now`);
  if (entity !== undefined && grants.access.entity(entity) !== 'READ_WRITE')
    throw stopped(`${describe(grants.user.code)} that started it has no READ_WRITE of ${entity}`);
  return { ...services, access: grants.access };
}

const stopped = (why: string) => badRequest(`The work has stopped: the user ${why}.`);
