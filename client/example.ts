import { Waybill } from './index.ts';

// Creates a record, starts a job and follows it: `bun client/example.ts http://127.0.0.1:3000`.
const waybill = new Waybill({ url: process.argv[2] ?? 'http://127.0.0.1:3000' });

const code = `example-${Date.now()}`;
const type = await waybill.api.postWorklogTypes({ code, name: 'Cable repair' });
console.log(`created the worklog type ${type.code} with the id ${type.id}`);

const job = await waybill.api.postJobs({
  jobType: 'REINDEX',
  status: 'NEW',
  startDate: new Date().toISOString(),
  data: { kind: 'WorklogType' },
});
const ended = await waybill.follow(job.id as string, ({ status, progress }) => {
  console.log(
    `${status}: ${progress.COMPLETED} of ${Object.values(progress).reduce((sum, n) => sum + n, 0)} steps done`,
  );
});
console.log(`the rebuild is ${ended.status}`);

const found = await waybill.api.getWorklogTypesSearchPage({
  filtering: { filters: [{ column: 'code', value: code }] },
});
console.log(`search finds ${found.totalElements} record`);
