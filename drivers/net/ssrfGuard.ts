import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type Address, isPublic, placeInAllowed, privateAddress } from '../../domain/validation/allowedHosts.ts';

export type { Address };

/** The host must not be called: it is private or not in ALLOWED_HOSTS. */
export class HostRefused extends Error {
  override readonly name = 'HostRefused';
}

export interface HostGuard {
  /**
   * Returns the addresses of a URL's host. The caller connects to these only, because a second lookup may return others.
   *
   * @throws HostRefused, and the errors of the resolver
   */
  addressesOf(url: URL): Promise<Address[]>;
}

/**
 * @param allowed hosts (`api.example.org`, `*.example.org`, `10.1.2.3`, each with `:8080` or without) that may be
 *   private; when there are any, public ones that are not among them are refused, unless `*` is
 */
export function makeHostGuard(
  allowed: readonly string[],
  resolve: (host: string) => Promise<readonly { address: string; family: number }[]> = (host) =>
    lookup(host, { all: true }),
): HostGuard {
  return {
    async addressesOf(url) {
      const { protocol, username, password } = url;
      if (protocol !== 'https:' && protocol !== 'http:') throw new HostRefused(`${protocol} is neither http nor https`);
      if (username || password) throw new HostRefused('a URL with credentials is not called');
      const { host: bare, listed, refusal } = placeInAllowed(url, allowed);
      if (refusal !== undefined) throw new HostRefused(refusal);
      const literal = isIP(bare);
      const found = literal ? [{ address: bare, family: literal }] : await resolve(bare);
      const addresses = found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }) as const);
      if (!listed) requirePublic(bare, addresses);
      if (addresses.length === 0) throw new HostRefused(`${bare} has no address`);
      return addresses;
    },
  };
}

/** @throws HostRefused if one of the addresses of a host is private */
function requirePublic(host: string, addresses: readonly Address[]): void {
  const inner = addresses.find((address) => !isPublic(address));
  if (!inner) return;
  const where = inner.address === host ? host : `${host} is ${inner.address}, which`;
  throw new HostRefused(privateAddress(where, host));
}
