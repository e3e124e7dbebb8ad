import { MAX_CONDITIONS } from '../../domain/filtering/conditions.ts';
import type { Schema } from '../http/route.ts';
import { arrayOf, count, moment, ref, streamedArray, text } from './schemas.ts';

/** Maximum number of records of a page. */
const MAX_PAGE = 1_000;

/** Returns the schema of a page of records of a kind. */
export function pageSchema(name: string): Schema {
  const properties: Schema = {
    totalElements: { ...count, description: 'Number of records on all pages.' },
    totalPages: { ...count, description: 'Number of pages of `totalElements`.' },
    numberOfElements: { ...count, description: 'Number of records on this page.' },
    number: { ...count, description: 'Number of the page, from 0.' },
    size: { ...count, description: 'Maximum number of records of a page.' },
    first: { type: 'boolean', description: 'Whether this is the first page.' },
    last: { type: 'boolean', description: 'Whether this is the last page.' },
    empty: { type: 'boolean', description: 'Whether this page has no records.' },
    sort: ref('Sort'),
    pageable: ref('Pageable'),
    content: { ...arrayOf(ref(name), MAX_PAGE), description: 'The records of this page.' },
  };
  const description = `A page of ${name.replace(/y$/, 'ie')}s.`;
  const totalIsLowerBound = {
    type: 'boolean',
    description: 'True with `total=false` if more records match than `totalElements`; absent otherwise.',
  };
  const required = Object.keys(properties);
  return { type: 'object', required, properties: { ...properties, totalIsLowerBound }, description };
}

/** Returns the schema of one difference between an import and the stored records. */
export function diffEntrySchema(name: string): Schema {
  return {
    type: 'object',
    required: ['diffType'],
    properties: {
      diffType: {
        type: 'string',
        enum: ['DIFF_TYPE_NEW', 'DIFF_TYPE_CHANGE', 'DIFF_TYPE_REMOVE'],
        description: 'What the import does to the record.',
      },
      left: { ...ref(name), description: 'The current record; absent if it is new.' },
      right: { ...ref(name), description: 'The record after the change; absent if it is removed.' },
    },
    additionalProperties: false,
    description: `One difference between an import and the stored ${name}s.`,
  };
}

/** Returns the schema of a backup, which is also the file of an import. */
export function exportEnvelopeSchema(name: string): Schema {
  return {
    type: 'object',
    required: ['data', 'filtering'],
    properties: {
      name: { ...text, description: 'Name of the backup.' },
      whenExported: { ...moment, description: 'Time of the backup.' },
      exportedBy: { ...text, description: 'Code of the user who made the backup.' },
      data: { ...streamedArray(ref(name)), description: 'The records.' },
      filtering: {
        ...arrayOf(ref('FilterOrGroup'), MAX_CONDITIONS),
        description: 'Which records the backup contains. A diff leaves all others as they are.',
      },
      entityType: { type: 'string', const: name, description: 'The kind.' },
      listingType: { ...text, description: 'As in the request for the backup.' },
      listingProfile: { ...text, description: 'As in the request for the backup.' },
      compareField: { ...text, description: 'The unique member by which a diff matches the records.' },
    },
    additionalProperties: false,
    description: `A backup of ${name}s, and the file of an import.`,
  };
}
