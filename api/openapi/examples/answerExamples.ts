import type { Json, JsonObject } from '../../../domain/kinds/kind.ts';
import { isSampleKind, sampleId, sampleRecord } from './sampleRecords.ts';

const auditInfo: JsonObject = {
  version: 1,
  whoInserted: 'eva',
  whenInserted: '2026-11-20T09:00:00.000Z',
  whoEdited: 'eva',
  whenEdited: '2026-11-20T09:00:00.000Z',
};

/** What the service adds to the sample records, or presents otherwise. */
const added: Readonly<Record<string, () => JsonObject>> = {
  User: () => ({ name: 'Jana Nováková', status: 'ENABLE', authentication: 'PASSWORD' }),
  UserUserGroup: () => ({ period: { validFrom: '2026-01-01T00:00:00.000Z', isValid: true } }),
  UserGroupRegion: () => ({ userGroup: storedAnswer('UserGroup') }),
  // One of its steps has failed.
  Job: () => ({ status: 'IN_PROGRESS' }),
  FormatterTemplate: () => ({ documentSize: 'A4' }),
  Log: () => {
    const { code = '', name = '' } = sampleRecord('LogType');
    return { logType: { id: sampleId('LogType'), code, name }, duration: 1_500, correlationId: 'c-1001' };
  },
};

/** Returns a sample record as the service answers it. */
export function storedAnswer(kind: string): JsonObject {
  // The service reads it when a Job is created, and stores it not as a member.
  const { closed: _, ...record } = sampleRecord(kind);
  return { id: sampleId(kind), ...record, ...added[kind]?.(), auditInfo };
}

/** Answers by the beginning of the name of their schema, which ends with that of a kind. */
const ofKind: Readonly<Record<string, (record: JsonObject, kind: string) => Json>> = {
  PageOf: (record) => ({
    ...{ content: [record], totalElements: 1, totalPages: 1, numberOfElements: 1, number: 0, size: 20 },
    ...{ first: true, last: true, empty: false },
    sort: { sorted: true, unsorted: false, empty: false },
    pageable: {
      ...{ pageNumber: 0, pageSize: 20, offset: 0, paged: true, unpaged: false },
      sort: { sorted: true, unsorted: false, empty: false },
    },
  }),
  DiffEntryOf: (record) => ({ diffType: 'DIFF_TYPE_NEW', right: record }),
  ExportEnvelopeOf: (record, kind) => ({
    ...{ entityType: kind, compareField: 'id', filtering: [], data: [record] },
    ...{ whenExported: '2026-11-20T09:00:00.000Z', exportedBy: 'eva' },
  }),
};

/** Returns an example of an answer with the schema; undefined if there is none. */
export function answerExampleOf(schema: JsonObject): Json | undefined {
  const { $ref, items } = schema;
  if (schema['type'] === 'array' && typeof items === 'object' && items !== null && !Array.isArray(items)) {
    const item = answerExampleOf(items);
    return item === undefined ? undefined : [item];
  }
  if (typeof $ref !== 'string') return undefined;
  const name = $ref.replace('#/components/schemas/', '');
  if (isSampleKind(name)) return storedAnswer(name);
  const [, prefix = '', kind = ''] = /^(PageOf|DiffEntryOf|ExportEnvelopeOf)(\w+)$/.exec(name) ?? [];
  return isSampleKind(kind) ? ofKind[prefix]?.(storedAnswer(kind), kind) : undefined;
}
