import type { Schema } from '../http/route.ts';
import { anyObject, flag, text, whole } from './schemas.ts';

/** Schemas of the generation of documents. */
export const documentSchemas = {
  Format: {
    type: 'object',
    required: ['name', 'mediaType', 'text'],
    properties: {
      name: { ...text, description: 'The name in paths, and the extension of file names.' },
      mediaType: { ...text, description: 'The media type, by which operations name it too.' },
      text: { ...flag, description: 'Whether it is returned as text and not as base64.' },
    },
    description: 'A format of documents.',
  },
  GenerateItem: {
    type: 'object',
    required: ['documentId', 'documentTemplateCode', 'data'],
    properties: {
      documentId: { ...text, minLength: 1, maxLength: 255, description: 'Chosen by the client; need not be unique.' },
      documentTemplateCode: { ...text, minLength: 1, maxLength: 255, description: 'Code of a FormatterTemplate.' },
      data: { ...anyObject, description: 'Input of the template.' },
    },
    additionalProperties: false,
    description: 'A document to generate.',
  },
  GenerateResult: {
    type: 'object',
    required: ['documentId'],
    properties: {
      documentId: { ...text, description: 'The documentId of the item.' },
      data: {
        ...text,
        description: 'The document: base64, or the text itself for text formats. Absent if the document failed.',
      },
      templateVersion: {
        ...whole(1),
        description: 'Version of the template of the document.',
      },
      appendedVersions: {
        ...text,
        description: 'Ids and versions of the appended templates, as `<id>:<version>,…`; absent without any.',
      },
      error: { ...text, description: 'Why the document could not be made, or was not made before the end of the Job.' },
    },
    additionalProperties: false,
    description: 'A generated document.',
  },
} satisfies Record<string, Schema>;
