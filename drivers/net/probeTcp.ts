import { connect } from 'node:net';
import { NotReached } from './httpFaults.ts';

/** Whether fetch uses a proxy. The host may then be reachable by the proxy only. */
const isProxied = (protocol: string): boolean =>
  ['http_proxy', 'https_proxy'].some((name) => {
    const proxy = process.env[name] ?? process.env[name.toUpperCase()];
    return proxy !== undefined && proxy !== '' && name === `${protocol.slice(0, -1)}_proxy`;
  });

/**
 * Opens a connection to the host of a URL, and closes it.
 *
 * @throws NotReached
 */
export function probeTcp({ protocol, hostname, port }: URL, timeoutMs: number): Promise<void> {
  if (isProxied(protocol)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) });
    const end = (error?: Error) => {
      clearTimeout(timer);
      socket.destroy();
      if (error) reject(new NotReached(`no connection to ${hostname}: ${error.message}`, { cause: error }));
      else resolve();
    };
    const timer = setTimeout(() => end(new Error(`none within ${timeoutMs} ms`)), timeoutMs);
    socket.once('connect', () => end());
    socket.once('error', end);
  });
}
