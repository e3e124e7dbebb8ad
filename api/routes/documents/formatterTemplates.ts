import { dataTags } from '../../../domain/documents/dataTags.ts';
import { finishingMembers } from '../../../domain/documents/finishing/finishingMembers.ts';
import type { Generated } from '../../../domain/documents/generate.ts';
import { previewStored, previewTemplate } from '../../../domain/documents/preview.ts';
import { MAX_TEMPLATE } from '../../../domain/documents/templates/parseTemplate.ts';
import { templateText } from '../../../domain/documents/templateText.ts';
import { object } from '../../../domain/kinds/declaration/members.ts';
import {
  documentSizes,
  documentTypes,
  formatterTemplate,
  renderers,
} from '../../../domain/kinds/processing/formatterTemplate.ts';
import { getRecordByCode } from '../../../domain/records/get.ts';
import { wantsBytes } from '../../http/contentNegotiation.ts';
import { type Answer, type Route, route } from '../../http/route.ts';
import { memberSchema } from '../../openapi/memberSchemas.ts';
import { anyObject, arrayOf, flag, headText, oneOf, ref, text } from '../../openapi/schemas.ts';
import { warningHeader } from '../records/operation.ts';

const kind = formatterTemplate.name;
const path = '/api/v2/formatter-templates';

const PDF = 'application/pdf';

/** The policy of previews: a browser runs no scripts and loads nothing. */
const inert = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

type PreviewFormat = 'html' | 'pdf';

const previewFormat = ({ headers }: Request): PreviewFormat =>
  wantsBytes(headers.get('accept'), PDF, 'text/html') ? 'pdf' : 'html';

function previewAnswer(
  format: PreviewFormat,
  { text, warnings }: Generated,
  more: Readonly<Record<string, string>>,
): Answer {
  const headers = { vary: 'Accept', 'x-content-type-options': 'nosniff', ...more, ...warningHeader(warnings) };
  if (format === 'pdf') return { body: Buffer.from(text.slice(1, -1), 'base64'), contentType: PDF, headers };
  return {
    body: JSON.parse(text),
    contentType: 'text/html; charset=utf-8',
    headers: { ...headers, 'content-security-policy': inert },
  };
}

/** The operations of formatter templates that are not generic ones. */
export const formatterTemplateRoutes: readonly Route[] = [
  route({
    kind,
    title: 'FormatterTemplatePublicApi.getContentPreview',
    method: 'POST',
    path: `${path}/preview`,
    access: { entity: 'DocumentRun', right: 'READ_WRITE' },
    description:
      'Renders a template with data and saves neither. Returns HTML, or a PDF with the page size `documentSize` if Accept names `application/pdf`.',
    body: {
      schema: {
        type: 'object',
        required: ['data', 'content'],
        properties: {
          data: { ...anyObject, description: 'Input of the template.' },
          content: { ...text, maxLength: MAX_TEMPLATE, description: 'The template.' },
          documentType: { ...oneOf(documentTypes), default: 'PDF', description: 'As `documentType` of a template.' },
          documentSize: { ...oneOf(documentSizes), default: 'A4', description: 'Page size of a PDF.' },
          renderer: { ...oneOf(renderers), default: 'LAYOUT', description: 'What makes a PDF.' },
          remoteImages: { ...flag, default: false, description: 'As `remoteImages` of a template.' },
          strict: { ...flag, default: false, description: 'Whether warnings are problems, as `strict` of a template.' },
          pdf: { ...memberSchema(object(finishingMembers)), description: 'As `pdf` of a template.' },
        },
        additionalProperties: false,
      },
      description: 'The template and its data.',
    },
    success: text,
    successType: 'text/html',
    alternatives: [PDF],
    codes: [400, 500],
    headers: ['X-Warnings'],
    waits: true,
    async handle({ services, caller, json, raw }) {
      const format = previewFormat(raw);
      const made = await previewTemplate(services, format, await json(), { caller, signal: raw.signal });
      return previewAnswer(format, made, {});
    },
  }),
  route({
    kind,
    title: 'Preview a stored template',
    method: 'POST',
    path: `${path}/{idOrCode}/preview`,
    access: { entity: 'DocumentRun', right: 'READ_WRITE' },
    description:
      'Renders a stored template of any type with `data`, or with its `previewData` if there is none. Returns HTML, or a PDF if Accept names `application/pdf`.',
    body: {
      schema: {
        type: 'object',
        properties: { data: { ...anyObject, description: 'Input of the template, in place of its `previewData`.' } },
        additionalProperties: false,
      },
      description: 'The data for the stored template.',
    },
    success: text,
    successType: 'text/html',
    alternatives: [PDF],
    codes: [200, 400, 500],
    headers: ['X-Template-Version', 'X-Warnings'],
    waits: true,
    async handle({ services, caller, params, json, raw }) {
      const format = previewFormat(raw);
      const request = { idOrCode: params.idOrCode, body: await json() };
      const made = await previewStored(services, format, request, { caller, signal: raw.signal });
      return previewAnswer(format, made, { 'x-template-version': String(made.templateVersion) });
    },
  }),
  route({
    kind,
    title: 'Read the text of a template',
    description:
      'Returns the text of a template: of one with the `inputType` `FILE`, the text of its file as it is now, otherwise its `content`.',
    method: 'GET',
    path: `${path}/{idOrCode}/text`,
    access: { kind: 'FormatterTemplate', right: 'READ' },
    success: text,
    successType: 'text/plain',
    codes: [200, 400, 500],
    handle: async ({ services, params }) => ({
      body: await templateText(services, params.idOrCode),
      contentType: 'text/plain; charset=utf-8',
      headers: { 'x-content-type-options': 'nosniff' },
    }),
  }),
  route({
    kind,
    title: 'FormatterTemplatePublicApi.getByTemplateByCode',
    description: 'Returns the template with the code.',
    method: 'GET',
    path: `${path}/by-template-code/{code}`,
    access: { kind: 'FormatterTemplate', right: 'READ' },
    success: ref(kind),
    record: 'represented',
    reads: { shape: 'record' },
    codes: [200, 400, 500],
    handle: ({ services, params }) => getRecordByCode(services, formatterTemplate, params.code),
  }),
  route({
    kind,
    title: 'FormatterTemplatePublicApi.getDataTags',
    method: 'GET',
    path: `${path}/search/data-tags`,
    access: { kind: 'FormatterTemplate', right: 'READ' },
    description: 'Returns the distinct data tags of all templates, sorted.',
    query: [{ name: 'search', schema: headText, description: 'A part of the tag; case is ignored.' }],
    success: arrayOf(text),
    codes: [200, 400, 500],
    handle: ({ services, query }) => dataTags(services, query.get('search') ?? ''),
  }),
];
