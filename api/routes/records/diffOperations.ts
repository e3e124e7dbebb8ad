import { backup } from '../../../domain/imports/backup.ts';
import { diffFile, diffOnly } from '../../../domain/imports/diff.ts';
import { saveDiff } from '../../../domain/imports/saveDiff.ts';
import type { Caller, GenericOperation } from '../../../domain/kinds/kind.ts';
import { uploadedFile } from '../../http/multipart.ts';
import { readFlag } from '../../http/query.ts';
import type { ApiRequest, QueryParameter } from '../../http/route.ts';
import { backupRequest, diffEntries, diffFileBody, exportEnvelope } from '../../openapi/bodyShapes.ts';
import { diffEntryOf, filteringParameter, headText, ref, streamedArray } from '../../openapi/schemas.ts';
import { type Operation, operation, publishedTitle, recordSchema } from './operation.ts';
import { immediatelyRefresh, streamedAnswer } from './recordWrites.ts';

const compareField: QueryParameter = {
  name: 'compareField',
  schema: { ...headText, default: 'id' },
  description:
    'The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.',
};

const checkRegistry: QueryParameter = {
  name: 'checkRegistry',
  schema: { type: 'boolean', default: true },
  description:
    'Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.',
};

/** Operations that export the records of a kind, or compare them with a file. */
export const diffOperations = {
  saveDiff: operation({
    title: publishedTitle('saveDiff'),
    description:
      'Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.',
    method: 'POST',
    path: '/diff/save',
    right: 'READ_WRITE',
    query: [compareField, checkRegistry, immediatelyRefresh],
    body: diffEntries,
    success: (kind) => streamedArray(recordSchema(kind)),
    audited: true,
    handle: async (kind, request) =>
      streamedAnswer(await saveDiff(request.services, kind, savedDiffInput(request, request.stream()))),
  }),
  diff: operation({
    title: publishedTitle('diff'),
    description:
      'Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.',
    method: 'POST',
    path: '/diff/file',
    right: 'READ',
    query: [
      { name: 'save', schema: { type: 'boolean', default: false }, description: 'Save the differences.' },
      compareField,
      checkRegistry,
      immediatelyRefresh,
    ],
    body: diffFileBody,
    success: (kind) => streamedArray(diffEntryOf(kind)),
    audited: ({ query }) => query.get('save') === 'true',
    handle: async (kind, request) => {
      const save = readFlag(request.query, 'save');
      return streamedAnswer(
        await diffFile(request.services, kind, { ...savedDiffInput(request, await uploadedFile(request)), save }),
      );
    },
  }),
  diffOnly: operation({
    title: publishedTitle('diffOnly'),
    description: 'Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.',
    method: 'POST',
    path: '/diff/only',
    right: 'READ',
    query: [compareField],
    body: exportEnvelope,
    success: (kind) => streamedArray(diffEntryOf(kind)),
    handle: async (kind, request) =>
      streamedAnswer(await diffOnly(request.services, kind, diffInput(request, request.stream()))),
  }),
  backup: operation({
    title: publishedTitle('backup'),
    description:
      'Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.',
    method: 'POST',
    path: '/backup',
    right: 'READ',
    query: [filteringParameter({ required: false })],
    body: backupRequest,
    success: (kind) => ref(`ExportEnvelopeOf${kind.name}`),
    reads: { shape: 'envelope' },
    handle: async (kind, request) => {
      const filtering = request.query.get('filtering') ?? undefined;
      const input = {
        request: await request.json(),
        caller: request.caller,
        ...(filtering === undefined ? {} : { filtering }),
      };
      return streamedAnswer(await backup(request.services, kind, input));
    },
  }),
} satisfies Partial<Record<GenericOperation, Operation>>;

function diffInput<Source>(
  { query, caller }: Pick<ApiRequest, 'query' | 'caller'>,
  source: Source,
): { source: Source; compareField?: string; caller: Caller } {
  const compareField = query.get('compareField');
  return { source, ...(compareField !== null && { compareField }), caller };
}

function savedDiffInput<Source>(
  request: Pick<ApiRequest, 'query' | 'caller'>,
  source: Source,
): ReturnType<typeof diffInput<Source>> & { checkRegistry: boolean; refresh: boolean } {
  return {
    ...diffInput(request, source),
    checkRegistry: readFlag(request.query, 'checkRegistry', true),
    refresh: readFlag(request.query, 'immediatelyRefresh'),
  };
}
