import { createServer } from 'node:net';
import { codeOf } from '../../domain/runtime/errorDetails.ts';

/**
 * Below the ephemeral ports of the system (from 32768 on Linux, 49152 on macOS). The system could assign an ephemeral port
 * to another program before the server listens on it or restarts.
 */
const FIRST = 20_000;
const COUNT = 12_000;
const MAX_ATTEMPTS = 100;

/** Returns `port`, or for 0 a port chosen by the system, if a server can listen on it; throws the error of listening otherwise. */
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
 * Returns a free port for a server that starts shortly afterwards.
 *
 * @throws the error of listening, except EADDRINUSE
 */
export async function freePort(host: string): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      return await tryPort(FIRST + Math.floor(Math.random() * COUNT), host);
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE') throw error;
    }
  }
  return await tryPort(0, host);
}
