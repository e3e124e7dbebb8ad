import { setDefaultTimeout } from 'bun:test';
import type { Database } from '../../db/client.ts';
import { lockJobs } from '../../db/queries/jobs/jobRows.ts';
import { createOrFindJob } from '../../domain/jobs/create.ts';
import { rollUp } from '../../domain/jobs/rollUp.ts';
import { inJobTransaction } from '../../domain/jobs/transaction.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { type Race, testRace } from '../helpers/interleavings/race.ts';
import { caller } from '../helpers/workerHarness.ts';
import { jobServices, makeJob, types } from './jobRows.ts';

// A limit on a hang.
setDefaultTimeout(120_000);

const database = await makeDatabaseForFile();

interface Keyed {
  readonly key: string;
  /** A Job with the key whose steps have ended. */
  readonly openId: string | undefined;
}

type Work = Race<Keyed>['sides'][string];

const newKey = async (): Promise<Keyed> => ({ key: crypto.randomUUID(), openId: undefined });

async function openJob(sql: Database): Promise<Keyed> {
  const [{ key }, { jobId }] = [await newKey(), await makeJob(sql, { steps: 0 })];
  await sql`update job set unique_key = ${key} where id = ${jobId}`;
  return { key, openId: jobId };
}

/** Says which Job is the answer, and its status when its transaction is about to commit. */
const create: Work = async (services, { key }) => {
  const job = { jobType: 'TEST', startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', unique: { key } };
  let status: string | undefined;
  const { isExisting } = await createOrFindJob(services, job, {
    caller,
    inTransaction: async (transaction, record) => {
      const { id } = JSON.parse(record) as { id: string };
      const [row] = await transaction<{ status: string }[]>`select status from job where id = ${id}`;
      status = row?.status;
    },
  });
  return `${isExisting ? 'existing' : 'new'} ${status}`;
};

const end: Work = async (services, { openId }) => {
  await inJobTransaction(services, async (transaction) =>
    rollUp(transaction, await lockJobs(transaction, openId === undefined ? [] : [openId]), caller, types),
  );
  return 'ended';
};

async function state(sql: Database, { key }: Keyed): Promise<string> {
  const rows = await sql<{ status: string }[]>`select status from job where unique_key = ${key} order by incarnation`;
  return rows.map(({ status }) => status).join(' and ');
}

const common = { services: jobServices, state };

testRace<Keyed>(database, {
  ...common,
  name: 'two creations of a Job with one key',
  prepare: newKey,
  sides: { first: create, second: create },
  outcomes: ['new NEW, existing NEW: NEW', 'existing NEW, new NEW: NEW'],
  without: { name: 'the lock of the key', replacements: [[/pg_advisory_xact_lock(\(.*\))/, '$1']] },
});

testRace<Keyed>(database, {
  ...common,
  name: 'the end of a Job and the creation of one with its key',
  prepare: openJob,
  sides: { end, create },
  outcomes: ['ended, existing NEW: COMPLETED', 'ended, new NEW: COMPLETED and NEW'],
  without: { name: 'the share lock of the existing Job', replacements: [[/ for share/, '']] },
});
