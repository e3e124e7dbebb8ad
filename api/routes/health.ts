import type { Route, Schema } from '../http/route.ts';

/** One thing that has to be there before requests can be served. */
export interface HealthCheck {
  readonly name: 'database' | 'migrations' | 'search' | 'queue' | 'process';
  /** Resolves when it is ready; otherwise rejects, or never resolves. */
  readonly check: () => Promise<void>;
}

export interface Readiness {
  readonly status: 'ready' | 'not ready';
  readonly notReady: readonly string[];
  readonly checks: Readonly<Record<string, 'ready' | 'not ready'>>;
}

/** A probe wants its answer before its own time-out. */
const LIMIT_MS = 1_500;

const live: Schema = {
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'string', const: 'live' } },
};

const state: Schema = { type: 'string', enum: ['ready', 'not ready'] };

const ready: Schema = {
  type: 'object',
  required: ['status', 'notReady', 'checks'],
  properties: {
    status: state,
    notReady: { type: 'array', items: { type: 'string' }, description: 'Names of the checks that are not ready.' },
    checks: { type: 'object', additionalProperties: state },
  },
};

/** `/health/live` says that the process answers, `/health/ready` (200 or 503) that everything it needs does too. */
export function healthRoutes(checks: readonly HealthCheck[]): Route[] {
  // Probes come every few seconds: what is not ready is logged when it begins, not at each of them.
  let known: readonly string[] = [];
  return [
    {
      kind: 'Health',
      title: 'Returns whether the process is alive',
      method: 'GET',
      path: '/health/live',
      success: live,
      codes: [200],
      handle: async () => JSON.stringify({ status: 'live' }),
    },
    {
      kind: 'Health',
      title: 'Returns whether the service is ready',
      method: 'GET',
      path: '/health/ready',
      success: ready,
      codes: [200, 503],
      handle: async ({ services }) => {
        const readiness = await readinessOf(checks, (name, error) => {
          if (!known.includes(name)) services.log.warn({ check: name, err: error }, 'not ready');
        });
        known = readiness.notReady;
        return { body: JSON.stringify(readiness), code: readiness.status === 'ready' ? 200 : 503 };
      },
    },
  ];
}

/** All checks at once, each within its limit. Reasons go to the log alone: they may name hosts and accounts. */
export async function readinessOf(
  checks: readonly HealthCheck[],
  failed: (name: string, error: unknown) => void,
): Promise<Readiness> {
  const states = await Promise.all(
    checks.map(async ({ name, check }) => {
      let timer: Timer | undefined;
      const limit = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS} ms`)), LIMIT_MS);
      });
      try {
        await Promise.race([check(), limit]);
        return [name, 'ready'] as const;
      } catch (error) {
        failed(name, error);
        return [name, 'not ready'] as const;
      } finally {
        clearTimeout(timer);
      }
    }),
  );
  const notReady = states.filter(([, found]) => found === 'not ready').map(([name]) => name);
  return {
    status: notReady.length === 0 ? 'ready' : 'not ready',
    notReady,
    checks: Object.fromEntries(states),
  };
}
