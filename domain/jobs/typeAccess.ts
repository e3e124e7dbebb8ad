import type { Access } from '../access/access.ts';
import { forbidden } from '../errors.ts';
import type { JobTypes } from './types.ts';

/**
 * Throws a 403 if the caller may not start Jobs of a managed type, or give work to them. The right to the record of a Job
 * is not enough: workers delete logs or rebuild indexes for it.
 */
export function requireTypeAccess(access: Access, jobType: string, types: JobTypes): void {
  const entity = (Object.hasOwn(types, jobType) ? types[jobType]?.entity : undefined) ?? 'Admin';
  if (access.entity(entity) === 'READ_WRITE') return;
  throw forbidden('Your access rules do not allow Jobs of this type.', [
    `jobType: ${jobType} needs READ_WRITE of ${entity}`,
  ]);
}
