import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** The host must not be called: it is private or not in ALLOWED_HOSTS. */
export class HostRefused extends Error {
  override readonly name = 'HostRefused';
}

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface HostGuard {
  /**
   * Returns the addresses of a URL's host. The caller connects to these only, because a second lookup may return others.
   *
   * @throws HostRefused, and the errors of the resolver
   */
  addressesOf(url: URL): Promise<Address[]>;
}

/** Loopback, link-local, private and reserved networks, and networks that embed such addresses (6to4, Teredo). */
const closed = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  closed.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(network, prefix, 'ipv6');
}
/** Public IPv6 addresses. ::1, ::ffff:127.0.0.1, fe80:: and fc00:: are outside. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');

export function isPublic({ address, family }: Address): boolean {
  if (family === 4) return !closed.check(address, 'ipv4');
  return open6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
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
  const rules = allowed.filter((rule) => rule !== '*').map((rule) => rule.toLowerCase());
  const publicOnes = rules.length === 0 || allowed.includes('*');

  const isListed = (host: string, port: string): boolean =>
    [host, `${host}:${port}`].some((name) =>
      rules.some((rule) => (rule.startsWith('*.') ? name.endsWith(rule.slice(1)) : name === rule)),
    );

  return {
    async addressesOf({ protocol, hostname, port, username, password }) {
      if (protocol !== 'https:' && protocol !== 'http:') throw new HostRefused(`${protocol} is neither http nor https`);
      if (username || password) throw new HostRefused('a URL with credentials is not called');
      const bare = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
      const listed = isListed(bare, port || (protocol === 'https:' ? '443' : '80'));
      if (!listed && !publicOnes) throw new HostRefused(`${bare} is not among ALLOWED_HOSTS`);
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
  throw new HostRefused(`${where} is a private address, and ${host} is not among ALLOWED_HOSTS`);
}
