import type { Route, Schema } from '../http/route.ts';

/** A requirement of the service, checked for readiness. */
export interface HealthCheck {
  readonly name: 'database' | 'migrations' | 'search' | 'queue' | 'process' | 'browser' | 'replica';
  /** Resolves if the requirement is met. Otherwise, it rejects or stays pending. */
  readonly check: () => Promise<void>;
}

/** The error of a check whose requirement some operations lack in every api alike: the api is ready for the others. */
export class Degraded extends Error {
  override readonly name: string = 'Degraded';
}

/**
 * The error of a check whose requirement is not met for some search indexes. Every api lacks them: without this exception,
 * no api would be ready, and a load balancer would send requests to none.
 */
export class IndexesMissing extends Degraded {
  override readonly name = 'IndexesMissing';
  readonly indexes: readonly string[];

  /** @param indexes their names in the paths of the administration */
  constructor(indexes: readonly string[]) {
    super(`these search indexes are missing: ${indexes.join(', ')}; POST /api/v2/admin/indexes creates them`);
    this.indexes = indexes;
  }
}

type CheckState = 'ready' | 'degraded' | 'not ready';

export interface Readiness {
  readonly status: 'ready' | 'not ready';
  readonly notReady: readonly string[];
  readonly missingIndexes: readonly string[];
  readonly checks: Readonly<Record<string, CheckState>>;
}

/** Time limit of a check. It is shorter than the time-out of a probe. */
const LIMIT_MS = 1_500;

const live: Schema = {
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'string', const: 'live' } },
};

const names: Schema = { type: 'array', items: { type: 'string' } };

const ready: Schema = {
  type: 'object',
  required: ['status', 'notReady', 'missingIndexes', 'checks'],
  properties: {
    status: { type: 'string', enum: ['ready', 'not ready'] },
    notReady: { ...names, description: 'Names of the checks that are not ready.' },
    missingIndexes: {
      ...names,
      description: 'Names of the search indexes that were deleted in the search engine; searches of their kinds fail.',
    },
    checks: {
      type: 'object',
      additionalProperties: { type: 'string', enum: ['ready', 'degraded', 'not ready'] satisfies CheckState[] },
    },
  },
};

/** Returns the routes `/health/live` (the process responds) and `/health/ready` (a 503 if a check is not ready). */
export function healthRoutes(checks: readonly HealthCheck[]): Route[] {
  // Probes arrive every few seconds: a failing check is logged when it starts to fail, not at each probe.
  let known: Readonly<Record<string, CheckState>> = {};
  return [
    {
      kind: 'Health',
      title: 'Returns whether the process is alive',
      description: 'Responds if the process is alive, whatever the state of its servers.',
      method: 'GET',
      path: '/health/live',
      access: 'public',
      unlimited: true,
      ignoresUnknownQuery: true,
      success: live,
      codes: [200],
      handle: async () => JSON.stringify({ status: 'live' }),
    },
    {
      kind: 'Health',
      title: 'Returns whether the service is ready',
      description: 'Checks the database, the search engine and the queue. A 503 names the checks that are not ready.',
      method: 'GET',
      path: '/health/ready',
      access: 'public',
      unlimited: true,
      ignoresUnknownQuery: true,
      query: [
        {
          name: 'exclude',
          schema: { type: 'array', items: { type: 'string' } },
          description: 'Names of checks that may fail without a 503: `search` if all apis have one search engine.',
        },
      ],
      success: ready,
      codes: [200, 503],
      handle: async ({ services, query }) => {
        const failing: Record<string, CheckState> = {};
        const failed = (name: string, state: CheckState, error: unknown) => {
          failing[name] = state;
          if (known[name] !== state) services.log.warn({ check: name, err: error }, state);
        };
        const excluded = query.getAll('exclude').flatMap((value) => value.split(','));
        const readiness = await readinessOf(checks, failed, excluded);
        known = failing;
        return { body: JSON.stringify(readiness), code: readiness.status === 'ready' ? 200 : 503 };
      },
    },
  ];
}

/**
 * Runs all checks concurrently, each with the time limit. The response has no reasons, because they can name hosts and
 * accounts; `failed` logs them. A check that fails is degraded if it is excluded.
 */
export async function readinessOf(
  checks: readonly HealthCheck[],
  failed: (name: string, state: CheckState, error: unknown) => void,
  excluded: readonly string[] = [],
): Promise<Readiness> {
  const missingIndexes: string[] = [];
  const states = await Promise.all(
    checks.map(async ({ name, check }): Promise<[string, CheckState]> => {
      let timer: Timer | undefined;
      const limit = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no response within ${LIMIT_MS} ms`)), LIMIT_MS);
      });
      try {
        await Promise.race([check(), limit]);
        return [name, 'ready'];
      } catch (error) {
        const state = error instanceof Degraded ? 'degraded' : 'not ready';
        if (error instanceof IndexesMissing) missingIndexes.push(...error.indexes);
        failed(name, state, error);
        return [name, excluded.includes(name) ? 'degraded' : state];
      } finally {
        clearTimeout(timer);
      }
    }),
  );
  const notReady = states.filter(([, state]) => state === 'not ready').map(([name]) => name);
  return {
    status: notReady.length === 0 ? 'ready' : 'not ready',
    notReady,
    missingIndexes,
    checks: Object.fromEntries(states),
  };
}
