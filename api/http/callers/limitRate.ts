import { TooManyRequests } from '../../../domain/errors.ts';
import type { Principal } from '../../../domain/identity/principal.ts';
import { networkOf } from '../../../domain/identity/throttle.ts';
import type { CallerRateLimiter } from '../../../domain/runtime/callerRateLimiter.ts';

/**
 * Counts a request of a caller: of a key, a session or the user of a token or certificate, and otherwise of an address.
 *
 * @throws TooManyRequests
 */
export async function limitRate(
  limiter: CallerRateLimiter,
  principal: Principal,
  address: string | undefined,
): Promise<void> {
  const admitted = limiter.admit(callerKey(principal, address));
  const seconds = typeof admitted === 'number' ? admitted : await admitted;
  if (seconds > 0) {
    throw new TooManyRequests('The caller has sent more requests per second than RATE_PER_CALLER allows.', seconds);
  }
}

function callerKey({ credential, keyId, sessionId, userId }: Principal, address = 'unknown'): string {
  if (keyId !== undefined) return `key ${keyId}`;
  if (sessionId !== undefined) return `session ${sessionId}`;
  return credential === 'token' || credential === 'certificate' ? `user ${userId}` : `address ${networkOf(address)}`;
}
