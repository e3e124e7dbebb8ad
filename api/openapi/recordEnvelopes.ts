import type { Schema } from '../http/route.ts';
import { arrayOf, count, ref } from './schemas.ts';

/** Returns the schema of a page of records of a kind. */
export function pageSchema(name: string): Schema {
  const properties: Schema = {
    totalElements: { ...count, description: 'Number of records on all pages.' },
    totalPages: { ...count, description: 'Number of pages.' },
    numberOfElements: { ...count, description: 'Number of records on this page.' },
    number: { ...count, description: 'Number of the page, from 0.' },
    size: { ...count, description: 'Maximum number of records of a page.' },
    first: { type: 'boolean', description: 'Whether this is the first page.' },
    last: { type: 'boolean', description: 'Whether this is the last page.' },
    empty: { type: 'boolean', description: 'Whether this page has no records.' },
    sort: ref('Sort'),
    pageable: ref('Pageable'),
    content: { ...arrayOf(ref(name)), description: 'The records of this page.' },
  };
  const description = `A page of ${name}s.`;
  return { type: 'object', required: Object.keys(properties), properties, description };
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
      name: { type: 'string', description: 'Name of the backup.' },
      whenExported: { type: 'string', format: 'date-time', description: 'Time of the backup.' },
      exportedBy: { type: 'string', description: 'Code of the user who made the backup.' },
      data: { ...arrayOf(ref(name)), description: 'The records.' },
      filtering: {
        ...arrayOf(ref('FilterOrGroup')),
        description: 'Which records the backup contains. A diff leaves all others as they are.',
      },
      entityType: { type: 'string', const: name, description: 'The kind.' },
      listingType: { type: 'string', description: 'As in the request for the backup.' },
      listingProfile: { type: 'string', description: 'As in the request for the backup.' },
      compareField: { type: 'string', description: 'The unique member by which a diff matches the records.' },
    },
    additionalProperties: false,
    description: `A backup of ${name}s, and the file of an import.`,
  };
}
