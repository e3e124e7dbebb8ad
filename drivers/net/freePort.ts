import { createServer } from 'node:net';

/**
 * Below what systems give away by themselves, to whoever connects or asks for any port (from 32768 on Linux, 49152 on
 * macOS): a port from up there may be gone by the time its server listens on it, or starts anew.
 */
const FIRST = 20_000;
const COUNT = 12_000;
const MAX_ATTEMPTS = 100;

/** `port`, or with 0 any one that the system gives, when a server can listen on it; throws why not. */
export function tryPort(port: number, host: string): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => found(typeof address === 'object' && address ? address.port : port));
    });
  });
}

/**
 * A port for a server that a moment later is to listen on it.
 *
 * @throws what listening threw, when that is not that the port is taken
 */
export async function freePort(host: string): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      return await tryPort(FIRST + Math.floor(Math.random() * COUNT), host);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  return await tryPort(0, host);
}
