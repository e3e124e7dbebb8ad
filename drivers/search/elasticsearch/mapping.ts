import { FOLDED, hasFulltext, PRESENT, type SearchColumn, searchColumns } from '../../../domain/filtering/columns.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import { gramAnalysis, gramField, hasGrams } from './trigrams.ts';

/** A field of a mapping, or an object with fields. */
interface Field {
  readonly type?: string;
  readonly properties?: Fields;
  readonly [parameter: string]: unknown;
}

export type Fields = { [name: string]: Field };

const keyword: Field = { type: 'keyword' };
/** A field for searches, not for sorting. */
const folded: Field = { type: 'keyword', doc_values: false };

/**
 * Returns the fields of a document. `r` is the record as a JSON string: of an object, the engine would rewrite numbers
 * and characters. `s` is its search document; LIKE reads `g` and `fulltext` reads `w` (trigrams.ts). A name with dots
 * becomes nested objects.
 */
export function mappingFields(kind: Kind): Fields {
  const columns = searchColumns(kind);
  const grams: Fields = {};
  for (const column of columns) if (hasGrams(column)) place(grams, column.name, gramField);
  return {
    r: { type: 'keyword', index: false, doc_values: false },
    s: { properties: documentFields(columns) },
    g: { properties: grams },
    ...(hasFulltext(kind) ? { w: folded } : {}),
  };
}

function documentFields(columns: readonly SearchColumn[]): Fields {
  const fields: Fields = {};
  for (const column of columns) {
    place(fields, column.name, columnField(column));
    if (column.type === 'string' || column.type === 'strings') place(fields, column.name + FOLDED, folded);
  }
  fields[PRESENT] = folded;
  return fields;
}

function columnField(column: SearchColumn): Field {
  switch (column.type) {
    case 'string':
    case 'strings':
    case 'uuid':
      return keyword;
    case 'date':
    case 'integer':
      return { type: 'long' };
    case 'number':
      return { type: 'double' };
    case 'boolean':
      return { type: 'boolean' };
    case 'entries':
      return { type: 'nested', properties: { p: folded, t: keyword, l: folded, n: { type: 'double' } } };
    case 'elements':
      return { type: 'nested', properties: documentFields(column.columns) };
  }
}

function place(fields: Fields, name: string, field: Field): void {
  const parts = name.split('.');
  const last = parts.pop() ?? name;
  let at = fields;
  for (const part of parts) {
    const properties = at[part]?.properties ?? {};
    at[part] ??= { properties };
    at = properties;
  }
  at[last] = field;
}

/**
 * Returns the request body that creates an index. Refresh is off until the index is filled. Replicas are on, because a
 * rebuild would otherwise wait for a lost node that has the only copy of a shard.
 */
export function indexBody(kind: Kind, writeAlias: string, copies: { shards: number; replicas: number }): object {
  return {
    aliases: { [writeAlias]: { is_write_index: true } },
    settings: {
      number_of_shards: copies.shards,
      number_of_replicas: copies.replicas,
      refresh_interval: '-1',
      // For this time, a late write of an older version cannot restore a deleted document.
      gc_deletes: '1h',
      'mapping.nested_objects.limit': 1_000_000,
      analysis: gramAnalysis,
    },
    mappings: {
      dynamic: false,
      _source: { excludes: ['s', 'g', 'w'] },
      properties: mappingFields(kind),
    },
  };
}

/** Returns a sentence for each field whose type in the index differs from the schema. */
export function mappingProblems(stored: Fields, schema: Fields, prefix = ''): string[] {
  return Object.entries(schema).flatMap(([name, field]) => {
    const present = stored[name];
    if (!present) return [];
    const path = prefix + name;
    const [storedType, schemaType] = [present.type ?? 'object', field.type ?? 'object'];
    if (storedType !== schemaType) {
      return [
        `${path.replace(/^[sg]\./, '')}: the index has type ${storedType} and the schema ${schemaType}, rebuild the index`,
      ];
    }
    return mappingProblems(present.properties ?? {}, field.properties ?? {}, `${path}.`);
  });
}
