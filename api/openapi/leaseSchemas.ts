import { MAX_STEPS } from '../../domain/jobs/leases/readLeaseRequest.ts';
import type { Schema } from '../http/route.ts';
import { anyObject, arrayOf, count, id, moment, oneOf, ref, text } from './schemas.ts';

const leaseUntil: Schema = { ...moment, description: 'When the lease ends, unless it is extended.' };

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
