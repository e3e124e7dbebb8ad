import { expect, setDefaultTimeout, test } from 'bun:test';
import { readJob, readJobAndSteps } from '../../db/queries/jobs/jobRows.ts';
import { cancelJob } from '../../domain/jobs/cancel.ts';
import { getJob } from '../../domain/jobs/read.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { setNotificationState } from '../../domain/notifications/commands.ts';
import { getNotification } from '../../domain/notifications/get.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { exploreRace, type Race } from '../helpers/interleavings/race.ts';
import { caller } from '../helpers/workerHarness.ts';
import { type JobRows, jobServices, makeJob } from './jobRows.ts';
import { makeNotification } from './notificationRows.ts';

// A limit on a hang.
setDefaultTimeout(120_000);

/** A response shows a record and its parts at one moment, whatever changes them meanwhile. */

const database = await makeDatabaseForFile();

const statuses = (record: JsonObject, parts: unknown): string =>
  [record, ...(parts as JsonObject[])].map(({ status }) => status).join(' with ');

async function outcomesOf<Rows>(race: Pick<Race<Rows>, 'prepare' | 'sides' | 'services'>): Promise<string[]> {
  const { outcomes } = await exploreRace(database, { ...race, state: async () => '' });
  return [...outcomes.keys()].map((outcome) => outcome.replace(/, .*/, '')).sort();
}

test('a Job and its steps', async () => {
  const cancel: Race<JobRows>['sides'][string] = async (services, { jobId }) => {
    await cancelJob(services, jobId, { caller });
    return 'cancelled';
  };
  const job = { prepare: (sql: typeof database.sql) => makeJob(sql, { steps: 1 }), services: jobServices };
  const read: Race<JobRows>['sides'][string] = async (services, { jobId }) => {
    const shown = JSON.parse(await getJob(services, jobId, true));
    return statuses(shown, shown.jobSteps);
  };
  expect(await outcomesOf({ ...job, sides: { read, cancel } })).toEqual(['FAILED with FAILED', 'NEW with NEW']);

  const inTwoStatements: typeof read = async ({ sql }, { jobId }) => {
    const before = await readJob(sql, jobId);
    const { steps } = await readJobAndSteps(sql, jobId);
    return statuses(
      JSON.parse(before?.doc ?? '{}'),
      steps.map(({ doc }) => JSON.parse(doc)),
    );
  };
  expect(await outcomesOf({ ...job, sides: { read: inTwoStatements, cancel } })).toContain('NEW with FAILED');
});

test('a notification and its targets', async () => {
  const plan = { templateCode: 'T', channels: { sms: {} }, data: {}, context: { requestId: 'r', traceId: 't' } };
  const outcomes = await outcomesOf({
    prepare: (sql) => makeNotification(sql, { channel: 'sms', address: '+420601123456', plan }),
    sides: {
      read: async (services, { id }: { readonly id: string }) => {
        const shown = JSON.parse(await getNotification(services, id));
        return statuses(shown, shown.notificationTo);
      },
      cancel: async (services, { id }) => {
        await setNotificationState(services, id, 'CANCELLED', caller);
        return 'cancelled';
      },
    },
  });
  expect(outcomes).toEqual(['CANCELLED with CANCELLED', 'PLAN with PLAN']);
});
