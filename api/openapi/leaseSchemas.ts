import { MAX_RESULTS } from '../../domain/jobs/chains/predecessorResults.ts';
import { MAX_STEPS } from '../../domain/jobs/leases/readLeaseRequest.ts';
import { MAX_PREDECESSORS } from '../../domain/kinds/processing/job.ts';
import type { Schema } from '../http/route.ts';
import { anyObject, arrayOf, count, id, moment, oneOf, ref, text } from './schemas.ts';

const leaseUntil: Schema = { ...moment, description: 'When the lease ends, unless it is extended.' };

const predecessor: Schema = {
  type: 'object',
  required: ['jobId', 'jobType', 'status', 'results'],
  properties: {
    jobId: { ...id, description: 'Id of the predecessor.' },
    jobType: { ...text, description: 'Its type.' },
    status: { ...text, description: 'Its status.', examples: ['COMPLETED'] },
    results: {
      ...arrayOf(
        {
          type: 'object',
          required: ['id', 'name', 'status'],
          properties: {
            id: { ...id, description: 'Id of the step.' },
            name: { ...text, description: 'Name of the step.' },
            status: { ...text, description: 'Status of the step.', examples: ['COMPLETED'] },
            chunkId: { ...id, description: 'The chunk of the step.' },
            processingInfo: { ...anyObject, description: 'Result of the step.' },
          },
          description: 'The result of one step.',
        },
        MAX_RESULTS,
      ),
      description: 'Its first steps, in the order of the work.',
    },
  },
  description: 'A Job that has ended before the Job of a claimed step.',
};

/** Answers to the workers of clients. */
export const leaseSchemas = {
  StepClaims: {
    type: 'object',
    required: ['claims'],
    properties: {
      claims: {
        ...arrayOf(
          {
            type: 'object',
            required: ['attempt', 'token', 'leaseUntil', 'job', 'step'],
            properties: {
              attempt: { ...count, description: 'Number of claims of the step, with this one.', examples: [1] },
              token: { ...count, description: 'Sent with each report about the step.', examples: [1] },
              leaseUntil,
              job: {
                type: 'object',
                required: ['id', 'jobType'],
                properties: {
                  id: { ...id, description: 'Id of the Job.' },
                  jobType: { ...text, description: 'Type of the Job.' },
                  data: { ...anyObject, description: 'Input of the Job.' },
                  after: { ...arrayOf(anyObject, MAX_PREDECESSORS), description: '`after` of the Job, see Job.' },
                },
                description: 'The Job of the step.',
              },
              step: { ...ref('JobStep'), description: 'The step, IN_PROGRESS.' },
            },
            description: 'A step that the worker has claimed.',
          },
          MAX_STEPS,
        ),
        description: 'The oldest first; none if no step is free.',
      },
      predecessors: {
        ...arrayOf(predecessor, MAX_STEPS * MAX_PREDECESSORS),
        description: 'Results of the jobs in `after` of these Jobs that the caller may read; absent if there are none.',
      },
    },
    description: 'The steps that a worker has claimed.',
  },
  StepOutcomes: {
    type: 'object',
    required: ['steps'],
    properties: {
      steps: {
        ...arrayOf(
          {
            type: 'object',
            required: ['id', 'outcome'],
            properties: {
              id: { ...id, description: 'Id of the step.' },
              outcome: {
                ...oneOf(['ACCEPTED', 'LOST']),
                description: 'LOST: the worker does not have the step any more, and the request has not changed it.',
              },
              status: { ...text, description: 'Status of the step after an accepted report.', examples: ['COMPLETED'] },
              leaseUntil,
            },
            description: 'The outcome of one step.',
          },
          MAX_STEPS,
        ),
        description: 'In the order of the request.',
      },
    },
    description: 'What has become of the reports of a worker.',
  },
} satisfies Record<string, Schema>;
