import { setDefaultTimeout } from 'bun:test';
import type { Database } from '../../db/client.ts';
import { cancelJob } from '../../domain/jobs/cancel.ts';
import { createJob } from '../../domain/jobs/create.ts';
import { followEnd } from '../../domain/jobs/followPredecessors.ts';
import { changeInChain } from '../../domain/jobs/rollUp.ts';
import { inJobTransaction } from '../../domain/jobs/transaction.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import type { ClaimedStep } from '../../workers/runtime/steps.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { type Race, testRace } from '../helpers/interleavings/race.ts';
import { caller } from '../helpers/workerHarness.ts';
import { claimAll, end, type JobRows, jobServices, makeJob } from './jobRows.ts';

// A limit on a hang.
setDefaultTimeout(120_000);

const database = await makeDatabaseForFile();

interface Chain {
  readonly first: JobRows;
  readonly second: JobRows;
  readonly lastId: string;
}

const jobAfter = (id: string, predecessors: readonly string[]): JsonObject => ({
  ...{ id, jobType: 'LINK', startDate: '2026-11-20T08:00:00.000Z', status: 'NEW' },
  after: predecessors.map((jobId) => ({ jobId })),
});

/** Two Jobs with a step each: a third waits for these of them. */
const makeChain =
  (...waits: ('first' | 'second')[]) =>
  async (sql: Database): Promise<Chain> => {
    const [first, second] = [await makeJob(sql, { steps: 1 }), await makeJob(sql, { steps: 1 })];
    const lastId = crypto.randomUUID();
    const ids = waits.map((name) => ({ first, second })[name].jobId);
    if (ids.length > 0) await createJob(jobServices(sql), jobAfter(lastId, ids), { caller });
    return { first, second, lastId };
  };

interface Claimed extends Chain {
  readonly claimed: ClaimedStep | undefined;
}

/** A Job whose only step a worker has claimed, and one that waits for it. */
async function makeClaimed(sql: Database): Promise<Claimed> {
  const chain = await makeChain('first')(sql);
  const [claimed] = await claimAll(sql, chain.first.queueJobs);
  return { ...chain, claimed };
}

const endOfFirst: Race<Claimed>['sides'][string] = async ({ sql }, { claimed }) =>
  (await end(sql, claimed)) ? 'ended' : 'discarded';

const cancelFirst: Race<Chain>['sides'][string] = async (services, { first }) => {
  await cancelJob(services, first.jobId, { caller });
  return 'cancelled';
};

/** The end of a Job without its roll-up: what follows from it for Jobs that wait. */
const followedEndOf =
  (name: 'first' | 'second'): Race<Chain>['sides'][string] =>
  async (services, chain) => {
    const { jobId } = chain[name];
    await inJobTransaction(services, async (transaction) => {
      await transaction`update job set status = 'COMPLETED' where id = ${jobId}`;
      await followEnd(transaction, jobId, { caller, change: changeInChain });
    });
    return 'ended';
  };

const createLast: Race<Chain>['sides'][string] = async (services, { first, lastId }) => {
  await createJob(services, jobAfter(lastId, [first.jobId]), { caller });
  return 'created';
};

/** Describes the last Job, by its columns and its record. */
async function stateOfLast(sql: Database, { lastId }: Chain): Promise<string> {
  const [row] = await sql<{ status: string; waits: boolean; shown: string | null; closed: number }[]>`
    select status, waits, doc::json->>'waits' as shown, close_count as closed from job where id = ${lastId}`;
  if (!row) return 'there is no last Job';
  const waits = row.waits ? 'waits' : 'does not wait';
  const shown = row.waits === (row.shown === 'true') ? '' : ' and shows the opposite';
  return `the last Job is ${row.status}, ${waits}${shown}, closed ${row.closed} times`;
}

const common = { services: jobServices, state: stateOfLast };
const started = 'the last Job is NEW, does not wait, closed 0 times';
const cancelled = 'the last Job is FAILED, does not wait, closed 1 times';

testRace<Chain>(database, {
  ...common,
  name: 'the ends of the two predecessors of a Job',
  prepare: makeChain('first', 'second'),
  sides: { first: followedEndOf('first'), second: followedEndOf('second') },
  outcomes: [`ended, ended: ${started}`],
  without: { name: 'the lock of the successor', replacements: [[/ for no key update/, '']] },
});

testRace<Chain>(database, {
  ...common,
  name: 'the end of a Job and the creation of its successor',
  prepare: makeChain(),
  sides: { end: followedEndOf('first'), create: createLast },
  outcomes: [`ended, created: ${started}`],
  without: { name: 'the share lock of the predecessor', replacements: [[/ for share/, '']] },
});

testRace<Claimed>(database, {
  ...common,
  name: 'the end of a Job and its cancellation, with a Job that waits',
  prepare: makeClaimed,
  sides: { end: endOfFirst, cancel: cancelFirst },
  outcomes: [`ended, cancel refused: ${started}`, `discarded, cancelled: ${cancelled}`],
  without: {
    name: 'the lock of the open steps',
    replacements: [[/(outcome is null order by id limit \$\d+) for update/, '$1']],
  },
});

testRace<Chain>(database, {
  ...common,
  name: 'the end of a predecessor and the cancellation of the Job that waits',
  prepare: makeChain('first'),
  sides: {
    end: followedEndOf('first'),
    cancel: async (services, { lastId }) => {
      await cancelJob(services, lastId, { caller });
      return 'cancelled';
    },
  },
  outcomes: [`ended, cancelled: ${cancelled}`],
  without: { name: 'the lock of the successor', replacements: [[/ for no key update/, '']] },
});
