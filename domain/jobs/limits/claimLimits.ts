import type { Transaction } from '../../../db/client.ts';
import { classify } from '../../../db/errors.ts';
import {
  type ClaimLimitRow,
  countRunning,
  lockAllowances,
  readLimits,
  storeLimit,
  takeTokens,
} from '../../../db/queries/jobs/claimLimitRows.ts';
import {
  type ClaimAllowance,
  type LeasedRow,
  type LeaseRequest,
  type LeaseSources,
  leaseSteps,
} from '../../../db/queries/jobs/leaseRows.ts';
import { retryDdl } from '../../../db/retryDdl.ts';
import { badRequest, unavailable } from '../../errors.ts';
import { checkLength } from '../../kinds/declaration/limits.ts';
import { integer } from '../../kinds/declaration/members.ts';
import type { Caller } from '../../kinds/kind.ts';
import type { Services } from '../../ports/services.ts';
import { countProblems } from '../../validation/problems.ts';
import { checkStorable } from '../../validation/readFree.ts';
import { readRecord } from '../../validation/readRecord.ts';

/** The limits of claims by clients' workers: how many steps of a job type, or of a user's Jobs, run or start at a time. */

/** A day. */
const MAX_SECONDS = 86_400;
/** Of a job type, or the code of a user. */
const MAX_NAME = 255;

/** What sets a limit. */
export const claimLimitSettings = {
  name: 'ClaimLimitSettings',
  description: 'How many steps run, and how many start. Without a member the limit is removed.',
  members: {
    concurrency: integer({ min: 1, max: 1_000_000, description: 'Steps that all workers together run at a time.' }),
    starts: integer({
      min: 1,
      max: 1_000_000,
      description: 'Steps that all workers together start within `perSeconds`: so many at once, and then evenly.',
    }),
    perSeconds: integer({ min: 1, max: MAX_SECONDS, description: 'The period of `starts`; 1 by default.' }),
  },
} as const;

/**
 * Leases steps within the limits. The first statement claims nothing if there is a limit, so that claims without one cost
 * no further statement.
 */
export async function leaseWithinLimits(
  transaction: Transaction,
  sources: LeaseSources,
  request: LeaseRequest,
): Promise<LeasedRow[]> {
  const free = await leaseSteps(transaction, sources, request);
  return free.length > 0 ? free : leaseLimited(transaction, sources, request);
}

/** Locks and counts the limits of these types, if there are any, and leases what they allow. */
export async function leaseLimited(
  transaction: Transaction,
  sources: LeaseSources,
  request: LeaseRequest,
): Promise<LeasedRow[]> {
  const allowances = await lockAllowances(transaction, request.jobTypes);
  if (allowances.length === 0) return [];
  const rows = await leaseSteps(transaction, sources, request, allowances);
  const taken = allowances.flatMap(({ scope, name, tokens }) => {
    const started = rows.filter(({ jobType, submitter }) => name === (scope === 'TYPE' ? jobType : submitter)).length;
    return tokens === null || started === 0 ? [] : [{ scope, name, tokens: tokens - started }];
  });
  await takeTokens(transaction, taken);
  return rows;
}

export async function listLimits({ sql }: Services): Promise<string> {
  return JSON.stringify((await readLimits(sql)).map(limitOf));
}

/** Sets or removes a limit. Claims follow it at once; running steps continue. Returns the limit as JSON text. */
export async function setLimit(
  services: Services,
  { scope, name }: Pick<ClaimAllowance, 'scope' | 'name'>,
  input: unknown,
  caller: Caller,
): Promise<string> {
  const problems: string[] = [];
  if (checkStorable(name, problems, 'name')) checkLength(name, MAX_NAME, problems, 'name');
  const { values } = readRecord(claimLimitSettings, input, problems);
  const { concurrency, starts, perSeconds } = values as Partial<
    Record<'concurrency' | 'starts' | 'perSeconds', number>
  >;
  if (perSeconds !== undefined && starts === undefined) problems.push('perSeconds: must be absent without starts');
  const managed = Object.hasOwn(services.jobTypes, name) ? services.jobTypes[name] : undefined;
  if (scope === 'TYPE' && managed)
    problems.push(
      `name: workers of the service run steps of the type ${name}; set the concurrency of the queue ${managed.stepQueue}`,
    );
  if (problems.length > 0) throw badRequest(`The limit has ${countProblems(problems)}.`, problems);
  const limit = {
    ...{ scope, name },
    concurrency: concurrency ?? null,
    starts: starts ?? null,
    perSeconds: starts === undefined ? null : (perSeconds ?? 1),
  };
  const { sql } = services;
  try {
    // It locks steps in no order, as claims do.
    await retryDdl(() => sql.begin((transaction) => storeLimit(transaction, limit, caller.user)), { maxAttempts: 3 });
  } catch (error) {
    if (classify(error) !== 'lockTimeout') throw error;
    throw unavailable('The limit was not set, because a long transaction reads the limits; repeat the request.', error);
  }
  const [stored] = await readLimits(sql, { scope, name });
  return JSON.stringify(stored ? limitOf(stored) : { scope, name, running: await countRunning(sql, { scope, name }) });
}

function limitOf({ scope, name, concurrency, starts, perSeconds, running, setAt, setBy }: ClaimLimitRow): object {
  return {
    ...{ scope, name },
    ...(concurrency !== null && { concurrency }),
    ...(starts !== null && { starts, perSeconds }),
    ...{ running, setAt: setAt.toISOString(), setBy },
  };
}
