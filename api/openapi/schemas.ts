import { MAX_ELEMENTS, MAX_TEXT, TEXT_PATTERN } from '../../domain/kinds/declaration/limits.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import { MAX_DATE } from '../../domain/validation/dates.ts';
import { MAX_HEAD } from '../http/requestHead.ts';
import type { BodyShape, QueryParameter, Schema } from '../http/route.ts';

const UUID_LENGTH = 36;
const MAX_INT32 = 2_147_483_647;

/** Small schemas for the description of routes. Named schemas: api/openapi/components.ts. */

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const text: Schema = { type: 'string', maxLength: MAX_TEXT, pattern: TEXT_PATTERN };
/** A text in the URL or in a header. */
export const headText: Schema = { ...text, maxLength: MAX_HEAD };
export const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: [...values] });
export const flag: Schema = { type: 'boolean' };
export const moment: Schema = { type: 'string', format: 'date-time', maxLength: MAX_DATE };
export const id: Schema = { type: 'string', format: 'uuid', maxLength: UUID_LENGTH };
export const count: Schema = { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
export const arrayOf = (items: Schema, maxItems = MAX_ELEMENTS): Schema => ({ type: 'array', items, maxItems });
/** An array that is read or written as a stream, whatever its length. */
export const streamedArray = (items: Schema): Schema => ({ type: 'array', items, 'x-streamed': true });
/** An integer of 32 bits, as most parameters are. */
export const whole = (minimum: number, maximum = MAX_INT32): Schema => ({
  type: 'integer',
  format: 'int32',
  minimum,
  maximum,
});

/** "Object mapping names to objects" in the published interface: any JSON value under each name. */
export const anyObject: Schema = { type: 'object', additionalProperties: true };

/** The body of an upload: one part named `file`. */
export const upload = ({ part, description }: Record<'part' | 'description', string>): BodyShape => ({
  schema: {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary', description: part } },
  },
  description,
  contentType: 'multipart/form-data',
});

export const pageOf = (kind: Kind): Schema => ref(`PageOf${kind.name}`);
export const diffEntryOf = (kind: Kind): Schema => ref(`DiffEntryOf${kind.name}`);

export const filteringParameter = ({ required }: { required: boolean }): QueryParameter => ({
  name: 'filtering',
  schema: ref('Filtering'),
  required,
  json: true,
  description: `Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. ${
    required ? 'It is required; `{}` selects all records.' : 'Without it, all records.'
  }`,
});

/** Texts by language code, as responses return them or as requests have them. */
export function localizationsSchema({ open, returned }: { open: boolean; returned: boolean }): Schema {
  const examples = [{ cs: { name: 'Název' } }];
  if (!open) return { type: 'object', additionalProperties: ref('Localization'), examples };
  const empty: Schema = { type: 'boolean', description: 'Whether no language is present.' };
  const members = returned
    ? { required: ['empty'], properties: { empty } }
    : { properties: { empty: { ...empty, readOnly: true } } };
  const texts: Schema = { type: 'object', additionalProperties: text };
  return { type: 'object', ...members, additionalProperties: texts, examples };
}
