import { formatOf, generateDocument, generateName, listFormats } from '../../domain/actions/documents.ts';
import { documentFormats } from '../../domain/documentFormats.ts';
import { attachment, wantsBytes } from '../accept.ts';
import type { Route } from '../route.ts';
import { anyObject, arrayOf, ref } from '../schemas.ts';

const kind = 'Document';
const path = '/api/v2/documents';
const codes = [200, 400, 500] as const;

/** Documents of templates, made by workers. */
export const documentRoutes: readonly Route[] = [
  {
    kind,
    title: 'Returns the formats',
    method: 'GET',
    path: `${path}/formats`,
    success: arrayOf(ref('Format')),
    codes,
    handle: async () => listFormats(),
  },
  {
    kind,
    title: 'Generate a document by its template and return rendered content',
    method: 'POST',
    path: `${path}/generate/{documentTemplateCode}/{format}`,
    description:
      'The body is the data. Answers a string: base64 of the document, or the text itself for text formats; with Accept naming the document’s media type, the bytes. The format goes by name or by media type.',
    body: { schema: anyObject },
    success: { type: 'string' },
    alternatives: documentFormats.map(({ mediaType }) => mediaType),
    codes,
    async handle({ platform, caller, params, json, raw }) {
      const format = formatOf(params.format as string);
      const code = params.documentTemplateCode as string;
      const text = await generateDocument(platform, code, format, await json(), { caller, signal: raw.signal });
      const headers = { vary: 'Accept' };
      if (!wantsBytes(raw.headers.get('accept'), format.mediaType)) return { body: text, headers };
      return {
        body: format.text ? (JSON.parse(text) as string) : Buffer.from(text.slice(1, -1), 'base64'),
        contentType: format.text ? `${format.mediaType}; charset=utf-8` : format.mediaType,
        headers: { ...headers, 'content-disposition': attachment(`${code}.${format.name}`) },
      };
    },
  },
  {
    kind,
    title: 'Generate a document name by its template',
    method: 'POST',
    path: `${path}/name/{templateCode}`,
    description: 'The body is the data. What the template gives is answered as one line, nothing in it escaped.',
    body: { schema: anyObject },
    success: { type: 'string' },
    codes,
    handle: async ({ platform, caller, params, json, raw }) =>
      generateName(platform, params.templateCode as string, await json(), { caller, signal: raw.signal }),
  },
];
