import { badRequest } from '../../domain/errors.ts';
import { exportArchive, importArchive } from '../../domain/imports/archive.ts';
import type { ArchiveFormat } from '../../domain/imports/archives/writeArchive.ts';
import { describe } from '../../domain/validation/values.ts';
import { uploadedFile } from '../http/multipart.ts';
import { readFlag } from '../http/query.ts';
import { type Route, route } from '../http/route.ts';
import { arrayOf, ref, upload } from '../openapi/schemas.ts';

const types: Readonly<Record<ArchiveFormat, string>> = { zip: 'application/zip', 'tar.gz': 'application/gzip' };

/** Export and import of all reference data as one file. */
export const archiveRoutes: readonly Route[] = [
  route({
    kind: 'Admin',
    title: 'Import an archive',
    method: 'POST',
    path: '/api/v2/admin/import',
    access: { entity: 'Admin', right: 'READ_WRITE' },
    description:
      'Imports a zip or tar.gz with one file for each kind, in one transaction. Kinds without a file are unchanged.',
    query: [
      {
        name: 'dryRun',
        schema: { type: 'boolean', default: false },
        description: 'Return the changes without saving them.',
      },
      {
        name: 'checkRegistry',
        schema: { type: 'boolean', default: false },
        description:
          'Whether changed `chars` are checked against the registries of their types, and changed formats, periods and codes.',
      },
    ],
    body: upload({
      part: 'The archive.',
      description: 'A form with the archive, as `POST /admin/export` returns it.',
    }),
    success: arrayOf(ref('ImportResult')),
    codes: [200, 400, 500],
    audited: ({ query }) => query.get('dryRun') !== 'true',
    async handle(request) {
      const { services, caller, query } = request;
      const dryRun = readFlag(query, 'dryRun');
      const checkRegistry = readFlag(query, 'checkRegistry');
      const source = await uploadedFile(request);
      return JSON.stringify(await importArchive(services, { source, dryRun, checkRegistry, caller }));
    },
  }),
  route({
    kind: 'Admin',
    title: 'Export everything',
    method: 'POST',
    path: '/api/v2/admin/export',
    access: { entity: 'Admin', right: 'READ' },
    description:
      'Returns an archive with an ExportEnvelope for each kind, all from one snapshot: all records if the caller may import an archive, else those that the caller may read.',
    query: [
      {
        name: 'format',
        schema: { type: 'string', enum: Object.keys(types), default: 'zip' },
        description: 'Format of the archive.',
      },
    ],
    success: { type: 'string', format: 'binary' },
    successType: Object.values(types),
    codes: [200, 400, 500],
    async handle({ services, caller, query }) {
      const format = formatOf(query.get('format') ?? 'zip');
      const { stream } = await exportArchive(services, format, caller);
      const name = `waybill-${new Date().toISOString().slice(0, 10)}.${format}`;
      const headers = { 'content-disposition': `attachment; filename="${name}"` };
      return { body: stream, contentType: types[format], headers };
    },
  }),
];

const isFormat = (text: string): text is ArchiveFormat => Object.hasOwn(types, text);

function formatOf(text: string): ArchiveFormat {
  if (isFormat(text)) return text;
  throw badRequest('A query parameter is malformed.', [
    `format: must be one of ${Object.keys(types).join(', ')}, not ${describe(text)}`,
  ]);
}
