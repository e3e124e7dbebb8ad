import type { Kind } from '../../domain/kinds/kind.ts';
import type { BodyShape, QueryParameter, Schema } from '../http/route.ts';

/** Small schemas for the description of routes. Named schemas: api/openapi/components.ts. */

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const text: Schema = { type: 'string' };
export const flag: Schema = { type: 'boolean' };
export const moment: Schema = { type: 'string', format: 'date-time' };
export const id: Schema = { type: 'string', format: 'uuid' };
export const count: Schema = { type: 'integer', format: 'int64', minimum: 0 };
export const arrayOf = (items: Schema): Schema => ({ type: 'array', items });

/** "Object mapping names to objects" in the published interface: any JSON value under each name. */
export const anyObject: Schema = { type: 'object', additionalProperties: true };

/** The body of an upload: one part named `file`. */
export const upload = (description: string): BodyShape => ({
  schema: {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary', description } },
  },
  contentType: 'multipart/form-data',
});

export const pageOf = (kind: Kind): Schema => ref(`PageOf${kind.name}`);
export const diffEntryOf = (kind: Kind): Schema => ref(`DiffEntryOf${kind.name}`);

export const filteringParameter = ({ required }: { required: boolean }): QueryParameter => ({
  name: 'filtering',
  schema: ref('Filtering'),
  required,
  json: true,
  description:
    'Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters.',
});

/** Texts by language code. */
export function localizationsSchema({ open }: { open: boolean }): Schema {
  const examples = [{ cs: { name: 'Název' } }];
  if (!open) return { type: 'object', additionalProperties: ref('Localization'), examples };
  const empty: Schema = { type: 'boolean', readOnly: true, description: 'Whether no language is present.' };
  const texts: Schema = { type: 'object', additionalProperties: { type: 'string' } };
  return { type: 'object', properties: { empty }, additionalProperties: texts, examples };
}
