import { MAX_CONDITIONS } from '../../domain/filtering/conditions.ts';
import type { Schema } from '../http/route.ts';
import { inputName } from './memberSchemas.ts';
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

/** Returns the schema of one difference between an import and the stored records, as a diff returns it. */
export const diffEntrySchema = (name: string): Schema =>
  entryOf({
    left: { ...ref(name), description: 'The stored record; absent if the record is new.' },
    description: `One difference between an import and the stored ${name}s, as a diff returns it.`,
    name,
  });

/** Returns the schema of one difference to save. */
export const diffEntryInputSchema = (name: string): Schema =>
  entryOf({
    left: { ...ref(inputName(name)), description: 'The stored record as the diff returned it; absent if it is new.' },
    description: `One difference between an import and the stored ${name}s, to be saved.`,
    name,
  });

const entryOf = ({ name, left, description }: { name: string; left: Schema; description: string }): Schema => ({
  type: 'object',
  required: ['diffType'],
  properties: {
    diffType: {
      type: 'string',
      enum: ['DIFF_TYPE_NEW', 'DIFF_TYPE_CHANGE', 'DIFF_TYPE_REMOVE'],
      description: 'What the import does to the record.',
    },
    left,
    right: { ...ref(inputName(name)), description: 'The record as it is to be; absent if it is removed.' },
  },
  additionalProperties: false,
  description,
});

/** Returns the schema of a backup. */
export const exportEnvelopeSchema = (name: string): Schema =>
  envelopeOf(name, {
    record: name,
    required: ['name', 'whenExported', 'exportedBy', 'data', 'filtering', 'entityType', 'compareField'],
    description: `A backup of ${name}s, as the service returns it.`,
  });

/** Returns the schema of the file of an import, which may be a backup. */
export const exportEnvelopeInputSchema = (name: string): Schema =>
  envelopeOf(name, {
    record: inputName(name),
    required: ['data', 'filtering'],
    description: `${name}s to import: a backup, or records in the form of one.`,
  });

function envelopeOf(
  kind: string,
  { record, required, description }: { record: string; required: string[]; description: string },
): Schema {
  return {
    type: 'object',
    required,
    properties: {
      name: { ...text, description: 'Name of the backup.' },
      whenExported: { ...moment, description: 'Time of the backup.' },
      exportedBy: { ...text, description: 'Code of the user who made the backup.' },
      data: { ...streamedArray(ref(record)), description: 'The records.' },
      filtering: {
        ...arrayOf(ref('FilterOrGroup'), MAX_CONDITIONS),
        description: 'Which records the backup contains. A diff leaves all others as they are.',
      },
      entityType: { type: 'string', const: kind, description: 'The kind.' },
      listingType: { ...text, description: 'As in the request for the backup.' },
      listingProfile: { ...text, description: 'As in the request for the backup.' },
      compareField: { ...text, description: 'The unique member by which a diff matches the records.' },
    },
    additionalProperties: false,
    description,
  };
}
