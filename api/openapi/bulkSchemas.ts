import type { Schema } from '../http/route.ts';
import { anyObject, count, flag, id, ref } from './schemas.ts';

/** Schemas of bulk changes that all kinds share. */
export const bulkSchemas = {
  BulkAnswer: {
    type: 'object',
    required: ['dryRun', 'records'],
    properties: {
      dryRun: { ...flag, description: 'Whether the call only counted.', examples: [false] },
      records: {
        ...count,
        description: 'Number of records to be created, or of those that match and that the caller may write.',
        examples: [1250],
      },
      jobId: { ...id, description: 'Id of the Job that changes the records; absent for a dry run.' },
    },
    description: 'The answer to a bulk change, before its records are changed.',
  },
} satisfies Record<string, Schema>;

/** The body of a bulk change of the records of a kind. */
export const bulkChangeSchema = (kind: string): Schema => ({
  type: 'object',
  required: ['operation'],
  properties: {
    operation: {
      type: 'string',
      enum: ['CREATE', 'PATCH', 'DELETE'],
      description: 'CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`.',
    },
    records: {
      type: 'array',
      items: ref(kind),
      minItems: 1,
      maxItems: 10_000,
      description: 'The records to create. They may have ids, and must not refer to each other.',
    },
    filtering: {
      ...ref('Filtering'),
      description:
        'Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored.',
    },
    patch: { ...anyObject, minProperties: 1, description: 'A merge patch (RFC 7396) of each selected record.' },
    dryRun: { ...flag, default: false, description: 'Only count the records.' },
  },
  additionalProperties: false,
  description: `A change of many records of the kind ${kind}, made by a Job.`,
});
