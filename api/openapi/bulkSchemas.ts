import { actionNamesOf } from '../../domain/bulk/bulkActions.ts';
import { MAX_RECORDS } from '../../domain/bulk/readBulkChange.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import type { Schema } from '../http/route.ts';
import { inputName } from './memberSchemas.ts';
import { bulkPatchName } from './patchSchemas.ts';
import { arrayOf, count, flag, id, ref, text } from './schemas.ts';

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
      failed: {
        ...count,
        description: 'Number of records that could not be created, in a dry run of CREATE.',
        examples: [0],
      },
      failures: {
        ...arrayOf(
          {
            type: 'object',
            required: ['index', 'error', 'problems'],
            properties: {
              index: { ...count, description: 'Position in `records`, from 0.', examples: [2] },
              error: { ...text, description: 'Why the record could not be created, in one text.' },
              problems: { ...arrayOf(ref('Problem')), description: 'The same for programs, as in an ErrorBody.' },
            },
            description: 'A record that could not be created.',
          },
          100,
        ),
        description: 'The first of them.',
        examples: [[]],
      },
      jobId: { ...id, description: 'Id of the Job that changes the records; absent for a dry run.' },
    },
    description: 'The answer to a bulk change, before its records are changed.',
  },
} satisfies Record<string, Schema>;

/** The body of an action on many records of a kind. */
export const bulkActionSchema = (kind: Kind): Schema => ({
  type: 'object',
  required: ['operation', 'filtering'],
  properties: {
    operation: { type: 'string', enum: actionNamesOf(kind), description: 'What is done with each record.' },
    filtering: {
      ...ref('Filtering'),
      description:
        'Selects the records. It must have a filter or a fulltext; page, size and sort are ignored. Records whose status does not allow the action are left out.',
    },
    dryRun: { ...flag, default: false, description: 'Only count the records.' },
  },
  additionalProperties: false,
  description: `An action on many records of the kind ${kind.name}, performed by a Job.`,
});

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
      ...arrayOf(ref(inputName(kind)), MAX_RECORDS),
      minItems: 1,
      description: 'The records to create. They may have ids, and must not refer to each other.',
    },
    filtering: {
      ...ref('Filtering'),
      description:
        'Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored.',
    },
    patch: { ...ref(bulkPatchName(kind)), description: 'A merge patch (RFC 7396) of each selected record.' },
    dryRun: { ...flag, default: false, description: 'Only count the records; of CREATE, try each of them alone.' },
  },
  additionalProperties: false,
  description: `A change of many records of the kind ${kind}, made by a Job.`,
});
