import { setDefaultTimeout } from 'bun:test';
import type { Database } from '../../db/client.ts';
import { createJob } from '../../domain/jobs/create.ts';
import { leaseWithinLimits } from '../../domain/jobs/limits/claimLimits.ts';
import { inJobTransaction } from '../../domain/jobs/transaction.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { type Race, testRace } from '../helpers/interleavings/race.ts';
import { caller } from '../helpers/workerHarness.ts';
import { jobServices } from './jobRows.ts';

// A limit on a hang.
setDefaultTimeout(120_000);

const database = await makeDatabaseForFile();

interface Limited {
  readonly jobType: string;
}

/** Two Jobs of two users, each with a step, so that both steps have the first place of their share. */
async function twoJobs(sql: Database, concurrencyKey?: string): Promise<Limited> {
  const jobType = `LIMITED ${crypto.randomUUID()}`;
  const jobSteps = [{ name: 'step', status: 'NEW' }];
  const key = concurrencyKey === undefined ? {} : { concurrencyKey };
  const job = { jobType, startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', ...key, jobSteps };
  for (const user of ['one', 'two']) await createJob(jobServices(sql), job, { caller: { ...caller, user } });
  return { jobType };
}

async function limitedType(sql: Database): Promise<Limited> {
  const limited = await twoJobs(sql);
  await sql`insert into claim_limit (scope, name, concurrency, set_by) values ('TYPE', ${limited.jobType}, 1, 'test')`;
  return limited;
}

const claim: Race<Limited>['sides'][string] = async (services, { jobType }) => {
  const request = { jobTypes: [jobType], leaseSeconds: 600, shares: [{ worker: 'w1', max: 1 }] };
  const rows = await inJobTransaction(services, (transaction) =>
    leaseWithinLimits(transaction, { steps: 'job_step', jobs: 'job' }, request),
  );
  return String(rows.length);
};

async function state(sql: Database, { jobType }: Limited): Promise<string> {
  const [row] = await sql<{ running: number }[]>`
    select count(*)::int as running from job_step where job_type = ${jobType} and status = 'IN_PROGRESS'`;
  return `${row?.running} running`;
}

const common = {
  services: jobServices,
  state,
  sides: { first: claim, second: claim },
  outcomes: ['1, 0: 1 running', '0, 1: 1 running'],
};

testRace<Limited>(database, {
  ...common,
  name: 'two claims of steps with one key',
  prepare: (sql) => twoJobs(sql, 'key'),
  without: { name: 'the slot of the key', replacements: [[/picked\.id in \(select step_id from slots\)/, 'true']] },
});

testRace<Limited>(database, {
  ...common,
  name: 'two claims of a job type with a limit',
  prepare: limitedType,
  without: {
    name: 'the lock of the limit',
    replacements: [[/order by scope, name for update/, 'order by scope, name']],
  },
});
