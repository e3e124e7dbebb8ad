import type { Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import type { CacheName } from './cacheInvalidation.ts';

/** The cache of the records of a kind: writes of the kind evict it. */
const cacheOf: Readonly<Record<string, CacheName>> = {
  NotificationRule: 'user-management',
  LogType: 'document-management',
  FormatterTemplate: 'document-management',
};

/** Kinds whose records decide what callers may do. Triggers of their tables notify all processes, and write audit entries. */
export const kindsOfRights: ReadonlySet<string> = new Set([
  'User',
  'UserRole',
  'UserUserGroup',
  'UserGroup',
  'Role',
  'AccessRule',
  'RoleAccessRule',
]);

/**
 * Publishes a committed change of records of a kind: wakes the relay, evicts the cache of the kind, and ends
 * decisions about access that were based on it. The change stands if this fails: the relay also polls its outbox, and
 * cached entries expire.
 */
export async function publishChange(services: Services, kind: Kind, { relay = true } = {}): Promise<void> {
  if (relay) services.wakeRelay('index');
  if (kindsOfRights.has(kind.name)) services.accessEpoch.raise();
  const cache = cacheOf[kind.name];
  if (!cache) return;
  await services.caches
    .evict(cache)
    .catch((error: unknown) => services.log.warn({ err: error, cache }, 'the cache could not be evicted'));
}
