import type { Schema } from '../http/route.ts';
import { arrayOf, count, flag, id, moment, text } from './schemas.ts';

/** Schemas that records of all kinds share, and responses that belong to no kind. */
export const recordSchemas = {
  Localization: {
    type: 'object',
    properties: { name: text, description: text },
    additionalProperties: false,
    description: 'The texts of a record in one language.',
  },
  TimePeriod: {
    type: 'object',
    properties: {
      validFrom: { ...moment, description: 'From then on; from ever when absent.' },
      validTo: { ...moment, description: 'Until then, that moment left out; for ever when absent.' },
      isValid: { ...flag, readOnly: true, description: 'Whether it holds at the time of the answer.' },
    },
    additionalProperties: false,
    description: 'From when to when something holds.',
  },
  Version: {
    type: 'object',
    required: ['version', 'who', 'when', 'change', 'changes'],
    properties: {
      version: { ...count, minimum: 1 },
      who: text,
      when: moment,
      change: { ...text, enum: ['CREATED', 'UPDATED', 'DELETED'] },
      changes: arrayOf({
        type: 'object',
        required: ['path'],
        properties: {
          path: { ...text, description: 'Dotted to the member that changed.' },
          from: { description: 'Absent when the member was.' },
          to: { description: 'Absent when the member is.' },
        },
      }),
    },
  },
  ImportResult: {
    type: 'object',
    required: ['entityType', 'created', 'updated', 'removed', 'unchanged'],
    properties: { entityType: text, created: count, updated: count, removed: count, unchanged: count },
    description: 'What an import did to a kind, or would do.',
  },
  AckResponse: {
    type: 'object',
    required: ['acknowledge'],
    properties: { acknowledge: flag, jobId: { ...id, description: 'The Job that does the work.' } },
  },
  ErrorBody: {
    type: 'object',
    required: ['status', 'timestamp', 'message', 'traceId', 'errors'],
    properties: {
      status: {
        ...text,
        enum: ['BAD_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'INTERNAL_SERVER_ERROR'],
      },
      timestamp: moment,
      message: { ...text, description: 'One plain sentence.' },
      traceId: { ...text, description: 'The same that the log lines of the request carry.' },
      errors: { ...arrayOf(text), description: 'One a problem, beginning with the path of the member.' },
    },
  },
} satisfies Record<string, Schema>;
