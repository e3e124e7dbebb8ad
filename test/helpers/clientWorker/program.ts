import { Waybill } from '../../../client/index.ts';

/**
 * A worker over HTTP in a process of its own, for tests that stop and kill it. Arguments: the URL of the api, the job type, the
 * name of the worker, and the seconds of grace. Its steps run until they are aborted.
 */
const [url = '', jobType = '', name = '', grace = '20'] = process.argv.slice(2);
const worker = new Waybill({ url }).worker({
  name,
  concurrency: 1,
  leaseSeconds: 600,
  graceSeconds: Number(grace),
  handlers: {
    [jobType]: ({ step, signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          console.log(`aborted ${step.name}: ${signal.reason.name}`);
          reject(signal.reason);
        });
        console.log(`runs ${step.name}`);
      }),
  },
});
await worker.run();
console.log('stopped');
