import { expect, setDefaultTimeout, test } from 'bun:test';
import { startJob } from '../../../domain/jobs/create.ts';
import { setRetryPolicy } from '../../../domain/jobs/retries/retryPolicies.ts';
import { caller } from '../../helpers/workerHarness.ts';
import { ended, handler, harness, options, read, startStepsForFile, worker } from '../stepHarness.ts';

setDefaultTimeout(60_000);
await startStepsForFile();

/** A type whose planning fails so many times. */
async function failing(times: number, message: string) {
  const plans: string[] = [];
  const { plan, run } = handler(1, async () => undefined);
  await worker({
    TEST: {
      run,
      plan: async function* (job, context) {
        plans.push(job.id);
        if (plans.length <= times) throw new Error(message);
        yield* plan(job, context);
      },
    },
  });
  return plans;
}
const setPolicy = (policy: object) => setRetryPolicy(harness.services, 'TEST', policy, caller);

test('planning follows the retry policy of the job type', async () => {
  await setPolicy({ attempts: 5, initialSeconds: 0, factor: 1 });
  const plans = await failing(4, 'busy');
  await ended(await startJob(harness.services, 'TEST', {}, options));
  expect(plans).toHaveLength(5);
});

test('a failure that its policy does not retry is final, and fails the Job', async () => {
  await setPolicy({ attempts: 5, initialSeconds: 0, factor: 1, notRetried: ['Hopeless'] });
  const plans = await failing(1, 'it is hopeless');
  const id = await startJob(harness.services, 'TEST', {}, options);
  await ended(id, 'FAILED');
  expect(plans).toHaveLength(1);
  expect((await read(id)).jobSteps.map(({ log }) => log)).toEqual(['it is hopeless']);
});
