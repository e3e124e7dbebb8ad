import type { Route, Schema } from '../http/route.ts';

/** A requirement of the service, checked for readiness. */
export interface HealthCheck {
  readonly name: 'database' | 'migrations' | 'search' | 'queue' | 'process';
  /** Resolves if the requirement is met. Otherwise, it rejects or stays pending. */
  readonly check: () => Promise<void>;
}

export interface Readiness {
  readonly status: 'ready' | 'not ready';
  readonly notReady: readonly string[];
  readonly checks: Readonly<Record<string, 'ready' | 'not ready'>>;
}

/** Time limit of a check. It is shorter than the time-out of a probe. */
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

/** Returns the routes `/health/live` (the process responds) and `/health/ready` (all checks pass; otherwise a 503). */
export function healthRoutes(checks: readonly HealthCheck[]): Route[] {
  // Probes arrive every few seconds: a failing check is logged when it starts to fail, not at each probe.
  let known: readonly string[] = [];
  return [
    {
      kind: 'Health',
      title: 'Returns whether the process is alive',
      method: 'GET',
      path: '/health/live',
      access: 'public',
      unlimited: true,
      success: live,
      codes: [200],
      handle: async () => JSON.stringify({ status: 'live' }),
    },
    {
      kind: 'Health',
      title: 'Returns whether the service is ready',
      method: 'GET',
      path: '/health/ready',
      access: 'public',
      unlimited: true,
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

/**
 * Runs all checks concurrently, each with the time limit. The response has no reasons, because they can name hosts and
 * accounts; `failed` logs them.
 */
export async function readinessOf(
  checks: readonly HealthCheck[],
  failed: (name: string, error: unknown) => void,
): Promise<Readiness> {
  const states = await Promise.all(
    checks.map(async ({ name, check }) => {
      let timer: Timer | undefined;
      const limit = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no response within ${LIMIT_MS} ms`)), LIMIT_MS);
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
  const notReady = states.filter(([, result]) => result === 'not ready').map(([name]) => name);
  return {
    status: notReady.length === 0 ? 'ready' : 'not ready',
    notReady,
    checks: Object.fromEntries(states),
  };
}
