import { isIP } from 'node:net';

/** `192.0.2.1:4711`, `[2001:db8::1]`, `[2001:db8::1]:4711` */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/**
 * Returns the address of the client of a request.
 *
 * @param peer  the other end of the connection
 * @param behindGateway  the peer is a gateway, whose last entry in `X-Forwarded-For` is the address of its client. Clients
 *   can send the entries before it.
 */
export function clientAddress(
  headers: Headers,
  peer: string | undefined,
  { behindGateway }: { readonly behindGateway: boolean },
): string | undefined {
  const entry = behindGateway ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  if (!entry) return peer;
  const match = withPort.exec(entry);
  const address = match?.[1] ?? match?.[2] ?? entry;
  return isIP(address) === 0 ? peer : address;
}
