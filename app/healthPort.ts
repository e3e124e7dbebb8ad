import type { Component } from '../domain/ports/component.ts';
import { codeOf } from '../domain/runtime/errorDetails.ts';
import { OperatorError } from '../domain/runtime/operatorError.ts';

const LIVE = '/health/live';
const READY = '/health/ready';

export interface HealthPortOptions {
  readonly host: string;
  readonly port: number;
  /** Whether the process works: it has started, does not stop, and its heartbeats reach the database. */
  readonly isReady: () => boolean;
}

/**
 * Answers the probes of a worker, which has no other port: `/health/live` is 200 while the process runs, `/health/ready`
 * is 200 or 503 as `isReady` says.
 *
 * @throws OperatorError at its start if another program listens on the port
 */
export function makeHealthPort({ host, port, isReady }: HealthPortOptions): Component {
  let server: Bun.Server<undefined> | undefined;
  return {
    async start() {
      try {
        server = Bun.serve({
          hostname: host,
          port,
          routes: {
            [LIVE]: () => Response.json({ status: 'live' }),
            [READY]: () =>
              isReady() ? Response.json({ status: 'ready' }) : Response.json({ status: 'not ready' }, { status: 503 }),
          },
          fetch: () => new Response(`A worker answers ${LIVE} and ${READY} only.\n`, { status: 404 }),
        });
      } catch (error) {
        if (codeOf(error) !== 'EADDRINUSE') throw error;
        throw new OperatorError(`WORKER_HEALTH_PORT is ${port}, and another program listens there on ${host}.`);
      }
    },
    async stop() {
      await server?.stop(true);
    },
  };
}
