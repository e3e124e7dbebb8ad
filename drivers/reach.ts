import { connect } from 'node:net';
import { NotReached } from './httpFaults.ts';

/**
 * Opens a connection to where a URL points, and closes it.
 *
 * @throws NotReached
 */
export function reach({ protocol, hostname, port }: URL, timeoutMs: number): Promise<void> {
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
