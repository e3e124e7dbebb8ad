import { date, free, string, strings, uuid } from '../declaration/members.ts';
import { searchOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';
import { failureCause, jobStatuses } from './job.ts';

/** One chunk of a Job: `chunk` lists its ids, `chunkId` identifies it. Routes: api/routes/jobs.ts. */
export const jobStep: Kind = {
  name: 'JobStep',
  path: 'job-steps',
  table: 'job_step',
  plural: 'job steps',
  members: {
    id: uuid(),
    name: string({ required: true, min: 1, max: 255 }),
    startDate: date(),
    status: string({ required: true, values: jobStatuses }),
    jobId: uuid({ required: true }),
    chunkId: uuid(),
    chunk: strings(),
    endDate: date(),
    stepData: free(),
    processingInfo: free(),
    log: string(),
    cause: failureCause,
  },
  operations: searchOperations,
  references: [{ member: 'jobId', target: 'Job', by: 'id', column: 'job_id' }],
  keepsHistory: false,
  // A chunk has hundreds of ids, the other columns have few values, and every transition of a step updates its indexes.
  unindexedColumns: [
    'chunk',
    'log',
    'status~',
    'cause',
    'cause~',
    'auditInfo.whoInserted',
    'auditInfo.whoEdited',
    'auditInfo.whenInserted',
  ],
};
