import { MAX_CONDITIONS } from '../../domain/filtering/conditions.ts';
import { MAX_FULLTEXT } from '../../domain/filtering/fulltext.ts';
import { MAX_SORT_KEYS, MAX_WINDOW } from '../../domain/filtering/parse.ts';
import type { Schema } from '../http/route.ts';
import { arrayOf, count, flag, ref, text } from './schemas.ts';

const operators = [
  'EQ',
  'NE',
  'LIKE',
  'NOT_LIKE',
  'IN',
  'NOT_IN',
  'GT',
  'GE',
  'LT',
  'LE',
  'IS_NULL',
  'IS_NOT_NULL',
] as const;

const filters = arrayOf(ref('FilterOrGroup'), MAX_CONDITIONS);
const words: Schema = { ...text, maxLength: MAX_FULLTEXT };

/** Schemas of filterings, pages and backups. */
export const filteringSchemas = {
  Filter: {
    type: 'object',
    properties: {
      column: { ...text, description: 'The member, with dots into objects: auditInfo.whenEdited.' },
      key: { ...text, description: 'Another name of column, which is read if column is absent.' },
      operator: {
        type: 'string',
        enum: [...operators],
        default: 'EQ',
        description: 'How the member is compared. In LIKE, % is any text and _ one character; case is ignored.',
      },
      value: {
        ...text,
        description: 'Interpreted by the type of the member. IN and NOT_IN take a list, separated by commas.',
      },
      nestedPath: { ...text, description: 'An array of objects, one element of which must match.' },
      isNested: {
        ...flag,
        default: false,
        description: 'Whether the filter is nested; nestedPath alone means the same.',
      },
      nestedProperty: { ...text, description: 'The member of an element.' },
    },
    additionalProperties: false,
    description: 'A comparison of one member with a value.',
  },
  FilterOrGroup: {
    // Filter, all of whose members are optional, is the last: some generated clients read a value as the first that fits.
    anyOf: [ref('OrGroup'), ref('AndGroup'), ref('FulltextFilter'), ref('Filter')],
    description: 'One condition on a record.',
  },
  // Each alternative has a name: generators of clients reject an anonymous schema that leads back to itself.
  OrGroup: {
    type: 'object',
    required: ['or'],
    properties: { or: { ...filters, minItems: 1, description: 'One of these must match.' } },
    additionalProperties: false,
    description: 'Matches if one of its filters matches.',
  },
  AndGroup: {
    type: 'object',
    required: ['and'],
    properties: { and: { ...filters, minItems: 1, description: 'All of these must match.' } },
    additionalProperties: false,
    description: 'Matches if all of its filters match. Filters with the same nestedPath must match the same element.',
  },
  FulltextFilter: {
    type: 'object',
    required: ['fulltext'],
    properties: { fulltext: { ...words, description: 'Words, separated by spaces; case and accents are ignored.' } },
    additionalProperties: false,
    description: 'Matches if each word starts a word of code, name or description.',
  },
  Filtering: {
    anyOf: [ref('FilteringObject'), { ...filters, description: 'Short for an object with only filters.' }],
    description: 'Which records, in which order.',
  },
  FilteringObject: {
    type: 'object',
    properties: {
      filters: { ...filters, default: [], description: 'All must match.' },
      fulltext: {
        ...words,
        description: 'Words, each of which starts a word of code, name or description; case and accents are ignored.',
      },
      sort: {
        ...arrayOf(ref('SortColumn'), MAX_SORT_KEYS),
        description: 'By default by code, or by id for kinds without a code. Equal values are ordered by id.',
      },
      page: { ...count, default: 0, description: 'Number of the page, from 0.' },
      size: {
        ...count,
        minimum: 1,
        maximum: MAX_WINDOW,
        description:
          'By default 20 for a page and 1000 for a list. The maximum is 1000 for a page and 10000 for a list.',
      },
      entityType: { ...text, description: 'The kind, if an operation covers several.' },
    },
    additionalProperties: false,
    description: 'Filters, order and page of a search.',
  },
  SortColumn: {
    type: 'object',
    required: ['column'],
    properties: {
      column: { ...text, description: 'The member, with dots into objects: auditInfo.whenEdited.' },
      direction: { type: 'string', enum: ['ASC', 'DESC'], default: 'ASC', description: 'Ascending or descending.' },
    },
    additionalProperties: false,
    description: 'A member by which the records are ordered.',
  },
  Sort: {
    type: 'object',
    required: ['sorted', 'unsorted', 'empty'],
    properties: {
      sorted: { ...flag, description: 'Whether the page is ordered; always true.' },
      unsorted: { ...flag, description: 'The opposite of sorted.' },
      empty: { ...flag, description: 'The same as unsorted.' },
    },
    description: 'Whether a page is ordered.',
  },
  Pageable: {
    type: 'object',
    required: ['sort', 'offset', 'pageNumber', 'pageSize', 'paged', 'unpaged'],
    properties: {
      sort: ref('Sort'),
      offset: { ...count, description: 'Number of records before the page.' },
      pageNumber: { ...count, description: 'Number of the page, from 0.' },
      pageSize: { ...count, description: 'Maximum number of records of a page.' },
      paged: { ...flag, description: 'Always true.' },
      unpaged: { ...flag, description: 'Always false.' },
    },
    description: 'Which page was requested.',
  },
  BackupRequest: {
    type: 'object',
    required: ['entityType'],
    properties: {
      entityType: { ...text, description: "The kind's name." },
      compareField: {
        ...text,
        default: 'id',
        description: 'The unique member by which a later diff matches the records.',
      },
      listingType: { ...text, description: 'A name of your choice, which the envelope returns.' },
      listingProfile: { ...text, description: 'A name of your choice, which the envelope returns.' },
      filtering: { ...filters, default: [], description: 'Which records; all if empty.' },
    },
    additionalProperties: false,
    description: 'Which records a backup contains.',
  },
} satisfies Record<string, Schema>;
