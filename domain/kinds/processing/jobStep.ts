import { date, free, primaryKey, string, strings, uuid } from '../declaration/members.ts';
import { bulkActionOperations, searchOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';
import { failureCause, jobStatuses } from './job.ts';

/** One chunk of a Job: `chunk` lists its ids, `chunkId` identifies it. Routes: api/routes/jobs.ts. */
export const jobStep: Kind = {
  name: 'JobStep',
  path: 'job-steps',
  table: 'job_step',
  plural: 'job steps',
  description: 'One step of a Job: a chunk of its work, which is run as a whole and can be run again.',
  members: {
    id: primaryKey(),
    name: string({ required: true, min: 1, max: 255, description: 'What the step does.' }),
    startDate: date({ description: 'When the step began.' }),
    status: string({ required: true, values: jobStatuses, description: 'State of the step.' }),
    jobId: uuid({ required: true, description: 'The Job of the step.' }),
    chunkId: uuid({ description: 'Identifies the chunk; unique together with the name.' }),
    chunk: strings({
      description: 'Ids of the records of the step, or the first and the last one if stepData.chunkIsRange is true.',
    }),
    endDate: date({ description: 'When the step ended.' }),
    stepData: free({ description: 'Input of the step.' }),
    processingInfo: free({ description: 'Result of the step, and how it was run.' }),
    log: string({ description: 'What happened, in lines; the reason of a failure.' }),
    cause: failureCause,
  },
  operations: [...searchOperations, ...bulkActionOperations],
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
