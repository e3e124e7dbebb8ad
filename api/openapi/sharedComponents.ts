import type { Schema } from '../http/route.ts';
import { anyObject, arrayOf, ref } from './schemas.ts';

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const moment: Schema = { type: 'string', format: 'date-time' };
const id: Schema = { type: 'string', format: 'uuid' };
const count: Schema = { type: 'integer', format: 'int64', minimum: 0 };

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

/** What a group and its type, both expanded, have in common. */
const expandedHead = {
  name: text,
  code: text,
  id,
  readonlyAccess: { ...flag, description: 'The caller may not write it.' },
  version: count,
  whoInserted: text,
  whenInserted: moment,
  whenEdited: moment,
  whoEdited: text,
  description: text,
} satisfies Record<string, Schema>;

const withEmpty = (others: Schema): Schema => ({
  type: 'object',
  properties: { empty: { ...flag, description: 'There is nothing else.' } },
  additionalProperties: others,
});

/** The schemas that belong to no kind. */
export const sharedComponents: Readonly<Record<string, Schema>> = {
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
  Filter: {
    type: 'object',
    properties: {
      column: { ...text, description: 'The member, dotted into objects: auditInfo.whenEdited.' },
      key: { ...text, description: 'Names the member where column is absent.' },
      operator: { ...text, enum: [...operators], default: 'EQ' },
      value: {
        ...text,
        description: 'Read by the type of the member. IN and NOT_IN take a list, separated by commas.',
      },
      nestedPath: { ...text, description: 'An array of objects, one element of which has to match.' },
      isNested: { ...flag, default: false },
      nestedProperty: { ...text, description: 'The member inside an element.' },
    },
    additionalProperties: false,
  },
  FilterOrGroup: {
    anyOf: [
      ref('Filter'),
      {
        type: 'object',
        required: ['or'],
        properties: { or: { ...arrayOf(ref('FilterOrGroup')), minItems: 1 } },
        additionalProperties: false,
        description: 'Holds when one of its filters does.',
      },
    ],
  },
  Filtering: {
    anyOf: [
      {
        type: 'object',
        properties: {
          filters: { ...arrayOf(ref('FilterOrGroup')), default: [], description: 'All of them must hold.' },
          fulltext: {
            ...text,
            description:
              'Words, each of which starts a word of code, name or description; case and accents are ignored.',
          },
          sort: {
            ...arrayOf({
              type: 'object',
              required: ['column'],
              properties: { column: text, direction: { ...text, enum: ['ASC', 'DESC'], default: 'ASC' } },
              additionalProperties: false,
            }),
            description: 'By code, or by id where there is none, unless said otherwise. The id decides between equals.',
          },
          page: { ...count, default: 0 },
          size: {
            ...count,
            minimum: 1,
            maximum: 10_000,
            description: 'Of a page 20 unless said otherwise and at most 1000; of a list 1000 and at most 10000.',
          },
          entityType: { ...text, description: 'Kind, where an operation covers several.' },
        },
        additionalProperties: false,
      },
      { ...arrayOf(ref('FilterOrGroup')), description: 'Short for an object with filters alone.' },
    ],
  },
  BackupRequest: {
    type: 'object',
    required: ['entityType'],
    properties: {
      entityType: { ...text, description: "The kind's name." },
      compareField: { ...text, default: 'id' },
      listingType: text,
      listingProfile: text,
      filtering: { ...arrayOf(ref('FilterOrGroup')), default: [] },
    },
    additionalProperties: false,
  },
  Sort: {
    type: 'object',
    required: ['sorted', 'unsorted', 'empty'],
    properties: { sorted: flag, unsorted: flag, empty: flag },
  },
  Pageable: {
    type: 'object',
    required: ['sort', 'offset', 'pageNumber', 'pageSize', 'paged', 'unpaged'],
    properties: {
      sort: ref('Sort'),
      offset: count,
      pageNumber: count,
      pageSize: count,
      paged: flag,
      unpaged: flag,
    },
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
  AckResponse: {
    type: 'object',
    required: ['acknowledge'],
    properties: { acknowledge: flag, jobId: { ...id, description: 'The Job that does the work.' } },
  },
  Format: {
    type: 'object',
    required: ['name', 'mediaType', 'text'],
    properties: {
      name: { ...text, description: 'As paths name it, and the end of a file’s name.' },
      mediaType: text,
      text: { ...flag, description: 'It is answered as text, and not as base64.' },
    },
    description: 'A format that documents are made in.',
  },
  GenerateItem: {
    type: 'object',
    required: ['documentId', 'documentTemplateCode', 'data'],
    properties: {
      documentId: { ...text, minLength: 1, maxLength: 255, description: 'The client’s own; it need not be unique.' },
      documentTemplateCode: { ...text, minLength: 1, maxLength: 255, description: 'Code of a FormatterTemplate.' },
      data: anyObject,
    },
    additionalProperties: false,
    description: 'One of many documents to be made.',
  },
  GenerateResult: {
    type: 'object',
    required: ['documentId'],
    properties: {
      documentId: text,
      data: {
        ...text,
        description: 'The document: base64, or the text itself for text formats. Absent where there is none.',
      },
    },
    additionalProperties: false,
  },
  ImportResult: {
    type: 'object',
    required: ['entityType', 'created', 'updated', 'removed', 'unchanged'],
    properties: { entityType: text, created: count, updated: count, removed: count, unchanged: count },
    description: 'What an import did to a kind, or would do.',
  },
  IndexResult: {
    type: 'object',
    required: ['indexed', 'failed', 'failures', 'task', 'deleted', 'took'],
    properties: {
      indexed: count,
      failed: count,
      failures: arrayOf({ type: 'object', properties: { id: text, error: text } }),
      task: { ...text, description: 'The kind and the id of the Job.' },
      deleted: count,
      took: { ...text, format: 'duration' },
    },
  },
  UserGroupExpanded: {
    type: 'object',
    properties: {
      ...expandedHead,
      ldapMemberOf: text,
      period: {
        type: 'object',
        properties: {
          validFrom: moment,
          validTo: moment,
          isValid: { ...flag, description: 'At the time of the answer.' },
        },
      },
      chars: withEmpty({}),
      userGroupType: {
        type: 'object',
        properties: {
          ...expandedHead,
          validityFrom: moment,
          validityTo: moment,
          valid: { ...text, enum: ['true', 'false'], description: 'At the time of the answer.' },
          localizationData: withEmpty({ type: 'object', additionalProperties: text }),
          userGroupSpecId: id,
          registry: anyObject,
        },
      },
      parentUserGroupId: id,
      dataTags: arrayOf(text),
      email: text,
      phoneNumber: text,
      associatedUserRoleId: id,
    },
    description: 'A user group with its type. Where it comes from the directory alone it has neither id nor version.',
  },
  Queue: {
    type: 'object',
    required: ['name', 'paused', 'ready', 'deferred', 'active', 'outbox', 'refused', 'deadLetterQueue', 'deadLetters'],
    properties: {
      name: text,
      purpose: text,
      paused: { ...flag, description: 'No worker takes from it.' },
      ready: { ...count, description: 'Jobs that a worker may take now.' },
      deferred: { ...count, description: 'Jobs that wait for their time.' },
      active: { ...count, description: 'Jobs in the hands of workers.' },
      oldestReadySeconds: { ...count, description: 'How long the oldest job has been waiting; absent when none does.' },
      outbox: { ...count, description: 'Jobs that are written and not in the queue yet.' },
      refused: { ...count, description: 'Jobs set aside because they could not be put into the queue.' },
      deadLetterQueue: text,
      deadLetters: count,
    },
  },
  DeadLetter: {
    type: 'object',
    required: ['id', 'queue', 'at', 'data'],
    properties: {
      id,
      queue: { ...text, description: 'The queue that gave it up.' },
      reason: text,
      at: { ...moment, description: 'When it was given up.' },
      queuedAt: moment,
      attempts: count,
      data: { ...anyObject, description: 'What the job was to work on.' },
    },
  },
  Worker: {
    type: 'object',
    required: ['id', 'host', 'pid', 'alive', 'queues', 'startedAt', 'seenAt'],
    properties: {
      id: text,
      name: text,
      host: text,
      pid: count,
      alive: { ...flag, description: 'It has been seen within the last seconds.' },
      queues: { ...arrayOf(text), description: 'The queues that it takes jobs from.' },
      startedAt: moment,
      seenAt: moment,
      jobs: { type: 'object', additionalProperties: count, description: 'Jobs in hand by queue.' },
      stopping: { ...flag, description: 'It takes no more and ends what it has.' },
      memoryMb: count,
    },
    additionalProperties: true,
    description: 'A worker process, with what it is doing.',
  },
  Index: {
    type: 'object',
    required: ['name', 'kind', 'index', 'engine', 'state', 'documents', 'records', 'created'],
    properties: {
      name: { ...text, description: "The kind's path name, by which operations name the index." },
      kind: text,
      index: { ...text, description: 'The numbered index of the engine.' },
      engine: { ...text, enum: ['postgres', 'elasticsearch'] },
      state: { ...text, enum: ['LIVE', 'FILLING'] },
      documents: { ...count, description: 'In the index.' },
      records: { ...count, description: 'In the database.' },
      created: moment,
      liveSince: moment,
      jobId: { ...id, description: 'The Job that fills or filled it.' },
    },
  },
} satisfies Record<string, Schema>;
