import { type ProbeServer, startProbeServer } from './probeServer.ts';
import type { Boundary, ProcessFate } from './processFate.ts';

/**
 * Starts a probe between a process and a provider, for a protocol of requests and replies such as HTTP and SMTP: the bytes
 * that a process sends after a reply are its next request. Each request is a boundary.
 *
 * @param name labels the boundaries
 */
export function startRequestProbe(name: string, port: number, fate: ProcessFate): Promise<ProbeServer> {
  return startProbeServer({ hostname: '127.0.0.1', port }, fate, () => {
    let isAnswered = true;
    let boundary: Boundary | undefined;
    return {
      toServer(chunk) {
        if (isAnswered) boundary = fate.enter(`${name} ${wordOf(chunk)}`);
        isAnswered = false;
        return chunk;
      },
      toProcess(chunk) {
        if (!isAnswered) fate.leave(boundary, { lasts: true });
        isAnswered = true;
        return chunk;
      },
    };
  });
}

/** The command of a request: `POST`, `MAIL`. Content has none. */
const wordOf = (chunk: Buffer): string =>
  /^[A-Z]{4,8}(?=[ \r])/.exec(chunk.toString('latin1', 0, 12))?.[0] ?? 'content';
