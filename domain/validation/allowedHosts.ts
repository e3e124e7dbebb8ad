import { BlockList, isIP } from 'node:net';

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
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

export interface PlaceInAllowed {
  /** Without brackets and a final dot. */
  readonly host: string;
  /** The host may be private. */
  readonly listed: boolean;
  /** Why the host is not called, if that is certain from its name alone. */
  readonly refusal?: string;
}

/** @param allowed hosts (`api.example.org`, `*.example.org`, `10.1.2.3`, each with `:8080` or without), and `*` */
export function placeInAllowed(
  { protocol, hostname, port }: Pick<URL, 'protocol' | 'hostname' | 'port'>,
  allowed: readonly string[],
): PlaceInAllowed {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const rules = allowed.filter((rule) => rule !== '*').map((rule) => rule.toLowerCase());
  const withPort = `${host}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const listed = [host, withPort].some((name) =>
    rules.some((rule) => (rule.startsWith('*.') ? name.endsWith(rule.slice(1)) : name === rule)),
  );
  const takesPublic = rules.length === 0 || allowed.includes('*');
  if (listed || takesPublic) return { host, listed };
  return { host, listed, refusal: `${host} is not among ALLOWED_HOSTS` };
}

/** The refusal of a host with a private address. @param where the address, and how the host leads to it */
export const privateAddress = (where: string, host: string): string =>
  `${where} is a private address, and ${host} is not among ALLOWED_HOSTS`;

/**
 * Returns why nothing is sent to the host of a URL, as far as that is certain before its name is resolved. Another process
 * sends, so this is a warning.
 */
export function refusedHost(url: unknown, allowed: readonly string[] = []): string | undefined {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  if (!parsed) return undefined;
  const { host, listed, refusal } = placeInAllowed(parsed, allowed);
  if (listed || refusal !== undefined) return refusal;
  if (/(?:^|\.)localhost$/.test(host)) return privateAddress(host, host);
  const family = isIP(host);
  if (family === 0 || isPublic({ address: host, family: family === 6 ? 6 : 4 })) return undefined;
  return privateAddress(host, host);
}
