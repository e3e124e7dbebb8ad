import { httpCodes } from '../../domain/errors.ts';
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
      validFrom: { ...moment, description: 'Start; without it the period has no start.' },
      validTo: { ...moment, description: 'End, exclusive; without it the period has no end.' },
      isValid: { ...flag, readOnly: true, description: 'Whether the period includes the time of the response.' },
    },
    additionalProperties: false,
    description: 'A period of validity.',
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
          path: { ...text, description: 'Path of the changed member, with dots.' },
          from: { description: 'Absent if the member was absent.' },
          to: { description: 'Absent if the member is absent.' },
        },
      }),
    },
  },
  ImportResult: {
    type: 'object',
    required: ['entityType', 'created', 'updated', 'removed', 'unchanged'],
    properties: {
      entityType: text,
      created: count,
      updated: count,
      removed: count,
      unchanged: count,
      warnings: { type: 'array', items: text, description: 'What the import could not restore.' },
    },
    description: 'The changes of an import for one kind.',
  },
  AckResponse: {
    type: 'object',
    required: ['acknowledge'],
    properties: { acknowledge: flag, jobId: { ...id, description: 'The job that does the work.' } },
  },
  ErrorBody: {
    type: 'object',
    required: ['status', 'timestamp', 'message', 'traceId', 'errors'],
    properties: {
      status: { ...text, enum: Object.keys(httpCodes) },
      timestamp: moment,
      message: { ...text, description: 'One plain sentence.' },
      traceId: { ...text, description: 'Also in the log lines of the request.' },
      errors: { ...arrayOf(text), description: 'One text for each problem, starting with the path of the member.' },
    },
  },
} satisfies Record<string, Schema>;
