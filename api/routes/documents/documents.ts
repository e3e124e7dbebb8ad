import { acceptDocuments, awaitDocuments, generateMany, MAX_ITEMS } from '../../../domain/documents/bulk.ts';
import { formatOf, generateDocument, generateName, listFormats } from '../../../domain/documents/generate.ts';
import type { RequestedVersions } from '../../../domain/documents/items/pinVersion.ts';
import { resultsArchive, resultsPage } from '../../../domain/documents/results.ts';
import { safeFileName } from '../../../domain/documents/templates/fileNames.ts';
import { documentFormats } from '../../../domain/documents/templates/formats.ts';
import { badRequest } from '../../../domain/errors.ts';
import { MAX_PAGE } from '../../../domain/validation/readPage.ts';
import { attachment, isByLine, wantsBytes } from '../../http/contentNegotiation.ts';
import { MAX_BODY_FACTOR } from '../../http/idempotency/fingerprint.ts';
import { acknowledge, jobAlone, jobOptions } from '../../http/idempotency/startedJobs.ts';
import { readFlag } from '../../http/query.ts';
import { type Answer, type Route, route } from '../../http/route.ts';
import { anyObject, arrayOf, headText, ref, text, whole } from '../../openapi/schemas.ts';
import { warningHeader } from '../records/operation.ts';

const kind = 'Document';
const path = '/api/v2/documents';
const codes = [200, 400, 500] as const;

const NDJSON = 'application/x-ndjson';
/** Reads the versions of a document that is made again. */
function requestedVersions(query: URLSearchParams): RequestedVersions | undefined {
  const [templateVersion, appendedVersions] = [query.get('templateVersion'), query.get('appendedVersions')];
  if (templateVersion !== null) return { templateVersion, appendedVersions: appendedVersions ?? undefined };
  if (appendedVersions === null) return undefined;
  throw badRequest('The document cannot be made: 1 problem.', [
    'appendedVersions: needs templateVersion, which decides what is appended',
  ]);
}

/** Generation of documents from templates by workers. */
export const documentRoutes: readonly Route[] = [
  route({
    kind,
    title: 'Returns the formats',
    description: 'Returns the formats to which templates are rendered.',
    method: 'GET',
    path: `${path}/formats`,
    access: 'signedIn',
    success: arrayOf(ref('Format')),
    codes,
    handle: async () => listFormats(),
  }),
  route({
    kind,
    title: 'Generate a document by its template and return rendered content',
    method: 'POST',
    path: `${path}/generate/{documentTemplateCode}/{format}`,
    access: { entity: 'DocumentRun', right: 'READ_WRITE' },
    description:
      'The body is the data. Returns a string: the document in base64, or the text itself for text formats. If Accept names the media type of the document, returns its bytes. The format is a name or a media type.',
    query: [
      {
        name: 'warnings',
        schema: { type: 'boolean', default: false },
        description: 'Return in X-Warnings what the document lacks, and what in it cannot be read.',
      },
      {
        name: 'templateVersion',
        schema: whole(1),
        description: 'Version of the template, as X-Template-Version has named it; the present one by default.',
      },
      {
        name: 'appendedVersions',
        schema: headText,
        description:
          'With templateVersion: the versions of the appended templates, as X-Appended-Versions has named them; the present ones by default.',
      },
    ],
    body: { schema: anyObject, description: 'The data that the template shows.' },
    success: text,
    alternatives: documentFormats.map(({ mediaType }) => mediaType),
    codes,
    headers: ['X-Template-Version', 'X-Appended-Versions', 'X-Warnings'],
    waits: true,
    async handle({ services, caller, params, query, json, raw }) {
      const format = formatOf(params.format);
      const code = params.documentTemplateCode;
      const options = { caller, signal: raw.signal, warnings: readFlag(query, 'warnings') };
      const versions = requestedVersions(query);
      const made = await generateDocument(services, code, format, await json(), { ...options, versions });
      const { text, warnings, templateVersion, appendedVersions } = made;
      const headers = {
        vary: 'Accept',
        'x-template-version': String(templateVersion),
        ...(appendedVersions !== undefined && { 'x-appended-versions': appendedVersions }),
        ...warningHeader(warnings),
      };
      if (!wantsBytes(raw.headers.get('accept'), format.mediaType)) return { body: text, headers };
      return {
        body: format.text ? JSON.parse(text) : Buffer.from(text.slice(1, -1), 'base64'),
        contentType: format.text ? `${format.mediaType}; charset=utf-8` : format.mediaType,
        headers: { ...headers, 'content-disposition': attachment(`${safeFileName(code)}.${format.name}`) },
      };
    },
  }),
  route({
    kind,
    title: 'Generate multiple documents',
    method: 'POST',
    path: `${path}/generate-many/{format}`,
    access: { entity: 'DocumentRun', right: 'READ_WRITE' },
    description:
      'Runs a job, waits for its end, and returns the results in the order of the items. A failed item has no `data`, and the step of the job has the reason; if all items fail, the response is a 400. With async, the response acknowledges the job, and its results are read by another operation.',
    query: [
      {
        name: 'async',
        schema: { type: 'boolean', default: false },
        description: 'Respond as soon as all items are stored.',
      },
    ],
    body: {
      schema: arrayOf(ref('GenerateItem'), MAX_ITEMS),
      description: 'The documents to generate: a template and data for each. As NDJSON, one on each line.',
      alternatives: [NDJSON],
    },
    success: { oneOf: [arrayOf(ref('GenerateResult'), MAX_ITEMS), ref('AckResponse')] },
    codes,
    headers: ['X-Job-Id'],
    waits: true,
    idempotencyKey: 'streamed',
    awaitJob: ({ services, params, raw }, jobId) =>
      awaitDocuments(services, formatOf(params.format), jobId, raw.signal),
    async handle(request) {
      const { services, params, query, raw } = request;
      const format = formatOf(params.format);
      const isAsync = readFlag(query, 'async');
      const source = request.stream(isByLine(raw.headers.get('content-type') ?? '') ? MAX_BODY_FACTOR : 1);
      if (isAsync) {
        const accepted = (id: string): Answer => ({ body: acknowledge(id), headers: { 'x-job-id': id } });
        return accepted(await acceptDocuments(services, format, source, jobOptions(request, accepted)));
      }
      const options = { ...jobOptions(request, jobAlone), signal: raw.signal };
      const { jobId, body } = await generateMany(services, format, source, options);
      return { body, headers: { 'x-job-id': jobId } };
    },
  }),
  route({
    kind,
    title: 'Returns the results of a job',
    method: 'GET',
    path: `${path}/results/{jobId}`,
    access: { kind: 'Job', right: 'READ' },
    description: 'Returns the results so far, in the order of the items.',
    query: [
      {
        name: 'page',
        schema: { ...whole(0, MAX_PAGE), default: 0 },
        description: 'Number of the page, from 0.',
      },
      {
        name: 'size',
        schema: { ...whole(1, 1_000), default: 20 },
        description: 'Maximum number of results of a page.',
      },
    ],
    uuids: ['jobId'],
    success: ref('PageOfGenerateResult'),
    codes: [200, 400, 404, 500],
    handle: async ({ services, caller, params, query }) => ({
      body: await resultsPage(services, params.jobId, { query, caller }),
    }),
  }),
  route({
    kind,
    title: 'Returns the results of a job as an archive',
    method: 'GET',
    path: `${path}/results/{jobId}/archive`,
    access: { kind: 'Job', right: 'READ' },
    description:
      'Returns an archive with one file for each document once the job has ended; `failed.json` lists the documents that failed.',
    uuids: ['jobId'],
    success: { type: 'string', format: 'binary' },
    successType: 'application/zip',
    codes: [200, 400, 404, 500],
    async handle({ services, caller, params }) {
      const jobId = params.jobId;
      return {
        body: await resultsArchive(services, jobId, caller),
        contentType: 'application/zip',
        headers: { 'content-disposition': attachment(`documents-${jobId}.zip`) },
      };
    },
  }),
  route({
    kind,
    title: 'Generate a document name by its template',
    method: 'POST',
    path: `${path}/name/{templateCode}`,
    access: { entity: 'DocumentRun', right: 'READ_WRITE' },
    description: 'The body is the data. Returns the output of the template as one line, without escaping.',
    body: { schema: anyObject, description: 'The data that the template shows.' },
    success: text,
    codes,
    waits: true,
    handle: async ({ services, caller, params, json, raw }) =>
      generateName(services, params.templateCode, await json(), { caller, signal: raw.signal }),
  }),
];
