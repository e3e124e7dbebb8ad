import { date, free, string, uuid } from '../declaration/members.ts';
import { searchOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

export const jobStatuses = ['NEW', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;

export type JobStatus = (typeof jobStatuses)[number];

export const isJobStatus = (value: unknown): value is JobStatus => jobStatuses.some((status) => status === value);

/** Long work. Its steps are separate records; a response includes them only on request. Routes: api/routes/jobs.ts. */
export const job: Kind = {
  name: 'Job',
  path: 'jobs',
  table: 'job',
  plural: 'jobs',
  members: {
    id: uuid(),
    startDate: date({ required: true }),
    status: string({ required: true, values: jobStatuses }),
    jobType: string({ required: true, min: 1, max: 255 }),
    data: free(),
    endDate: date(),
  },
  operations: searchOperations,
  keepsHistory: false,
};
