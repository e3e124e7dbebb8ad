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

/** Schemas of filterings, pages and backups. */
export const filteringSchemas = {
  Filter: {
    type: 'object',
    properties: {
      column: { ...text, description: 'The member, with dots into objects: auditInfo.whenEdited.' },
      key: { ...text, description: 'Names the member if column is absent.' },
      operator: {
        ...text,
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
    anyOf: [ref('Filter'), ref('OrGroup'), ref('AndGroup'), ref('FulltextFilter')],
    description: 'One condition on a record.',
  },
  // Each alternative has a name: generators of clients reject an anonymous schema that leads back to itself.
  OrGroup: {
    type: 'object',
    required: ['or'],
    properties: { or: { ...arrayOf(ref('FilterOrGroup')), minItems: 1, description: 'One of these must match.' } },
    additionalProperties: false,
    description: 'Matches if one of its filters matches.',
  },
  AndGroup: {
    type: 'object',
    required: ['and'],
    properties: { and: { ...arrayOf(ref('FilterOrGroup')), minItems: 1, description: 'All of these must match.' } },
    additionalProperties: false,
    description: 'Matches if all of its filters match: those of one nestedPath for the same element.',
  },
  FulltextFilter: {
    type: 'object',
    required: ['fulltext'],
    properties: { fulltext: { ...text, description: 'Words, separated by spaces; case and accents are ignored.' } },
    additionalProperties: false,
    description: 'Matches if each word starts a word of code, name or description.',
  },
  Filtering: {
    anyOf: [
      ref('FilteringObject'),
      { ...arrayOf(ref('FilterOrGroup')), description: 'Short for an object with only filters.' },
    ],
    description: 'Which records, in which order.',
  },
  FilteringObject: {
    type: 'object',
    properties: {
      filters: { ...arrayOf(ref('FilterOrGroup')), default: [], description: 'All must match.' },
      fulltext: {
        ...text,
        description: 'Words, each of which starts a word of code, name or description; case and accents are ignored.',
      },
      sort: {
        ...arrayOf(ref('SortColumn')),
        description: 'By default by code, or by id for kinds without a code. Equal values are ordered by id.',
      },
      page: { ...count, default: 0, description: 'Number of the page, from 0.' },
      size: {
        ...count,
        minimum: 1,
        maximum: 10_000,
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
      direction: { ...text, enum: ['ASC', 'DESC'], default: 'ASC', description: 'Ascending or descending.' },
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
      listingType: { ...text, description: 'A name that the envelope returns.' },
      listingProfile: { ...text, description: 'A name that the envelope returns.' },
      filtering: { ...arrayOf(ref('FilterOrGroup')), default: [], description: 'Which records; all if empty.' },
    },
    additionalProperties: false,
    description: 'Which records a backup contains.',
  },
} satisfies Record<string, Schema>;
