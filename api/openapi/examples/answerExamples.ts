import { kindNamed } from '../../../domain/kinds/index.ts';
import type { Json, JsonObject } from '../../../domain/kinds/kind.ts';
import { sampleId } from '../../../domain/samples/sampleIds.ts';
import { isSampleKind, sampleRecord } from '../../../domain/samples/sampleRecords.ts';
import { isObject } from '../../../domain/validation/values.ts';
import type { Route, Schema } from '../../http/route.ts';
import { answersByOperation, answersBySchema } from './serviceAnswers.ts';

const auditInfo: JsonObject = {
  version: 1,
  whoInserted: 'eva',
  whenInserted: '2026-11-20T09:00:00.000Z',
  whoEdited: 'eva',
  whenEdited: '2026-11-20T09:00:00.000Z',
};

/** What the service adds to the sample records, or presents otherwise. */
const added: Readonly<Record<string, () => JsonObject>> = {
  User: () => ({ name: 'Marta Nováková', status: 'ENABLE', authentication: 'PASSWORD' }),
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
  return { id: sampleId(kind), ...sampleRecord(kind), ...added[kind]?.(), auditInfo };
}

/** Answers by the beginning of the name of their schema, which ends with that of a kind. */
const ofKind: Readonly<Record<string, (record: Json, kind: string) => Json>> = {
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
    name: kindNamed(kind)?.path ?? '',
    ...{ whenExported: '2026-11-20T09:00:00.000Z', exportedBy: 'eva' },
  }),
};

/** Returns an example of the answer of an operation as JSON. Throws if it has none. */
export function answerExampleOf({ method, path }: Pick<Route, 'method' | 'path'>, schema: Schema): Json {
  const name = `${method} ${path.replace('/api/v2', '')}`;
  const example = answersByOperation[name] ?? exampleOfSchema(schema);
  if (example === undefined)
    throw new Error(`the answer of ${name} has no example; api/openapi/examples/ declares them`);
  return example;
}

function exampleOfSchema({ type, $ref, items }: Schema): Json | undefined {
  if (type === 'array' && isObject(items)) {
    const item = exampleOfSchema(items);
    return item === undefined ? undefined : [item];
  }
  return typeof $ref === 'string' ? exampleNamed($ref.replace('#/components/schemas/', '')) : undefined;
}

function exampleNamed(name: string): Json | undefined {
  if (isSampleKind(name)) return storedAnswer(name);
  const [, prefix = '', element = ''] = /^(PageOf|DiffEntryOf|ExportEnvelopeOf)(\w+)$/.exec(name) ?? [];
  const record = element === '' ? undefined : exampleNamed(element);
  return record === undefined ? answersBySchema[name] : ofKind[prefix]?.(record, element);
}
