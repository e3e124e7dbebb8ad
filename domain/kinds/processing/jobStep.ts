import { date, free, string, strings, uuid } from '../declaration/members.ts';
import type { Kind } from '../kind.ts';
import { jobStatuses } from './job.ts';

/** One chunk of a Job: `chunk` holds its ids, `chunkId` names it. Routes: api/routes/jobs.ts. */
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
  },
  operations: ['searchList', 'searchPage', 'count'],
  references: [{ member: 'jobId', target: 'Job', by: 'id', column: 'job_id' }],
  keepsHistory: false,
  // A chunk holds hundreds of ids, the others have few values; and a step is indexed at each of its transitions.
  unindexedColumns: [
    'chunk',
    'log',
    'status~',
    'auditInfo.whoInserted',
    'auditInfo.whoEdited',
    'auditInfo.whenInserted',
  ],
};
