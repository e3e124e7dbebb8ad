import { dataTags } from '../../domain/actions/dataTags.ts';
import { previewTemplate } from '../../domain/actions/documents.ts';
import { formatterTemplate } from '../../domain/kinds/formatterTemplate.ts';
import { getRecordByCode } from '../../domain/operations/get.ts';
import type { Route } from '../route.ts';
import { anyObject, arrayOf, ref } from '../schemas.ts';

const kind = formatterTemplate.name;
const path = `/api/v2/${formatterTemplate.path}`;

/** Nothing of a preview runs, or is fetched, even where somebody opens it in a browser as it came. */
const inert = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** The operations of formatter templates that are not generic ones. */
export const formatterTemplateRoutes: readonly Route[] = [
  {
    kind,
    title: 'FormatterTemplatePublicApi.getContentPreview',
    method: 'POST',
    path: `${path}/preview`,
    description: 'What a template would give with these data; neither is saved.',
    body: {
      schema: {
        type: 'object',
        required: ['data', 'content'],
        properties: { data: anyObject, content: { type: 'string' } },
        additionalProperties: false,
      },
    },
    success: { type: 'string' },
    successType: 'text/html',
    codes: [400, 500],
    handle: async ({ platform, caller, json, raw }) => ({
      body: await previewTemplate(platform, await json(), { caller, signal: raw.signal }),
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': inert, 'x-content-type-options': 'nosniff' },
    }),
  },
  {
    kind,
    title: 'FormatterTemplatePublicApi.getByTemplateByCode',
    method: 'GET',
    path: `${path}/by-template-code/{code}`,
    success: ref(kind),
    codes: [200, 400, 500],
    handle: ({ platform, params }) => getRecordByCode(platform, formatterTemplate, params.code as string),
  },
  {
    kind,
    title: 'FormatterTemplatePublicApi.getDataTags',
    method: 'GET',
    path: `${path}/search/data-tags`,
    description: 'The data tags of all templates, each once and sorted.',
    query: [
      { name: 'search', schema: { type: 'string' }, description: 'A part of the tag, in capitals or small letters.' },
    ],
    success: arrayOf({ type: 'string' }),
    codes: [200, 400, 500],
    handle: ({ platform, query }) => dataTags(platform, query.get('search') ?? ''),
  },
];
