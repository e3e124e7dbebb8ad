import type { Schema } from '../http/route.ts';
import { anyObject, flag, text } from './schemas.ts';

/** Schemas of the generation of documents. */
export const documentSchemas = {
  Format: {
    type: 'object',
    required: ['name', 'mediaType', 'text'],
    properties: {
      name: { ...text, description: 'As paths name it, and the end of a file’s name.' },
      mediaType: text,
      text: { ...flag, description: 'It is answered as text, and not as base64.' },
    },
    description: 'A format that documents are made in.',
  },
  GenerateItem: {
    type: 'object',
    required: ['documentId', 'documentTemplateCode', 'data'],
    properties: {
      documentId: { ...text, minLength: 1, maxLength: 255, description: 'The client’s own; it need not be unique.' },
      documentTemplateCode: { ...text, minLength: 1, maxLength: 255, description: 'Code of a FormatterTemplate.' },
      data: anyObject,
    },
    additionalProperties: false,
    description: 'One of many documents to be made.',
  },
  GenerateResult: {
    type: 'object',
    required: ['documentId'],
    properties: {
      documentId: text,
      data: {
        ...text,
        description: 'The document: base64, or the text itself for text formats. Absent where there is none.',
      },
    },
    additionalProperties: false,
  },
} satisfies Record<string, Schema>;
