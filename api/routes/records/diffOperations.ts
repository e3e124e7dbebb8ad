import { backup } from '../../../domain/imports/backup.ts';
import { diffFile, diffOnly } from '../../../domain/imports/diff.ts';
import { saveDiff } from '../../../domain/imports/saveDiff.ts';
import type { Caller, GenericOperation } from '../../../domain/kinds/kind.ts';
import { uploadedFile } from '../../http/multipart.ts';
import { readFlag } from '../../http/query.ts';
import type { Answer, ApiRequest, QueryParameter } from '../../http/route.ts';
import { arrayOf, diffEntryOf, filteringParameter, ref, upload } from '../../openapi/schemas.ts';
import { type Operation, operation, publishedTitle, recordsSchema } from './operation.ts';

const compareField: QueryParameter = {
  name: 'compareField',
  schema: { type: 'string', default: 'id' },
  description:
    'The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.',
};

const checkRegistry: QueryParameter = {
  name: 'checkRegistry',
  schema: { type: 'boolean', default: true },
  description:
    'When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.',
};

/** Operations that export the records of a kind, or compare them with a file. */
export const diffOperations = {
  saveDiff: operation({
    title: publishedTitle('saveDiff'),
    description:
      'Saves the entries of a diff in one transaction, all or none, and returns the saved records. An entry whose record has changed since the diff is a problem.',
    method: 'POST',
    path: '/diff/save',
    right: 'READ_WRITE',
    query: [compareField, checkRegistry],
    body: (kind) => ({ schema: arrayOf(diffEntryOf(kind)) }),
    success: recordsSchema,
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
    ],
    body: () => upload('The records: an ExportEnvelope, an array, lines of JSON, or CSV.'),
    success: (kind) => arrayOf(diffEntryOf(kind)),
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
    body: (kind) => ({ schema: ref(`ExportEnvelopeOf${kind.name}`) }),
    success: (kind) => arrayOf(diffEntryOf(kind)),
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
    body: () => ({ schema: ref('BackupRequest') }),
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

const streamedAnswer = ({ stream }: { stream: ReadableStream<Uint8Array> }): Answer => ({ body: stream });

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
): ReturnType<typeof diffInput<Source>> & { checkRegistry: boolean } {
  return { ...diffInput(request, source), checkRegistry: readFlag(request.query, 'checkRegistry', true) };
}
