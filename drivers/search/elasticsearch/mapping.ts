import { FOLDED, hasFulltext, PRESENT, type SearchColumn, searchColumns } from '../../../domain/filtering/columns.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import { gramAnalysis, gramField, hasGrams } from './trigrams.ts';

/** A field of a mapping, or of several under one name. */
interface Field {
  readonly type?: string;
  readonly properties?: Fields;
  readonly [parameter: string]: unknown;
}

export type Fields = { [name: string]: Field };

const keyword: Field = { type: 'keyword' };
/** Searched, never sorted by. */
const folded: Field = { type: 'keyword', doc_values: false };

/**
 * The fields of a document: `r` the record as a string of JSON (an object would come back with
 * its numbers and characters written in the engine's own way); `s` its search document; `g` and `w` what LIKE
 * and `fulltext` read (drivers/search/elasticsearch/trigrams.ts). Names with dots are objects in one another.
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
  const last = parts.pop() as string;
  let at = fields;
  for (const part of parts) {
    const properties = at[part]?.properties ?? {};
    at[part] ??= { properties };
    at = properties;
  }
  at[last] = field;
}

/** The body that makes an index. While it is filled nothing of it has to be searchable, and no replica to follow. */
export function indexBody(kind: Kind, writeAlias: string, shards: number): object {
  return {
    aliases: { [writeAlias]: { is_write_index: true } },
    settings: {
      number_of_shards: shards,
      number_of_replicas: 0,
      refresh_interval: '-1',
      // A late writer must not bring back what was deleted.
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

/** One sentence for each field that the index holds with another type than the schema has. */
export function mappingProblems(held: Fields, wanted: Fields, prefix = ''): string[] {
  return Object.entries(wanted).flatMap(([name, field]) => {
    const there = held[name];
    if (!there) return [];
    const path = prefix + name;
    const [has, wants] = [there.type ?? 'object', field.type ?? 'object'];
    if (has !== wants) {
      return [
        `${path.replace(/^[sg]\./, '')}: the index holds it as ${has} and the schema as ${wants}, rebuild the index`,
      ];
    }
    return mappingProblems(there.properties ?? {}, field.properties ?? {}, `${path}.`);
  });
}
