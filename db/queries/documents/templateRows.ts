import type { Database, Transaction } from '../../client.ts';
import { queryReadable } from '../access/readableRows.ts';

const versionText = (row: string): string => `${row}.id || ' ' || ${row}.incarnation || ' ' || ${row}.version`;

/**
 * Returns the SQL of the text that pins the version of a template and, behind it, of those that it appends
 * (domain/documents/items/pinnedTemplates.ts).
 *
 * @param row    the alias of the template
 * @param source of the appended templates: the table, or a subquery with its columns
 */
export const pinnedText = (row: string, source: string): string => `${versionText(row)} || case
  when ${row}.lists_codes and position('"append":' in ${row}.doc) > 0 then coalesce((
    select string_agg(' ' || ${versionText('appended')}, '' order by part.at)
    from json_array_elements(${row}.doc::json #> '{pdf,append}') with ordinality as part(element, at)
      join ${source} appended on appended.code = part.element ->> 'template'), '')
  else '' end`;

/**
 * Returns the texts that pin the current versions of the templates with these codes.
 *
 * @param source the table, or a subquery with its columns
 */
export async function pinnedVersions(
  sql: Database | Transaction,
  source: string,
  codes: readonly string[],
): Promise<{ readonly code: string; readonly pinned: string }[]> {
  const text = `select template.code, ${pinnedText('template', source)} as pinned
    from ${source} template where template.code = any($1::text[])`;
  return queryReadable(sql, text, [codes]);
}

/**
 * Returns a version of a template as JSON text, from the record or from its history; undefined if there is no such
 * version.
 */
export async function templateAt(
  sql: Database,
  { id, incarnation, version }: { id: string; incarnation: string; version: number },
): Promise<string | undefined> {
  const [row] = await sql<{ doc: string }[]>`
    select doc from formatter_template
    where id = ${id} and incarnation = ${incarnation}::text::bigint and version = ${version}
    union all
    select doc from history
    where record_id = ${id} and kind = 'FormatterTemplate' and incarnation = ${incarnation}::text::bigint and version = ${version}
    limit 1`;
  return row?.doc;
}

/** Returns the incarnation to which a version of a template belongs; undefined if there is no such version. */
export async function incarnationOfVersion(sql: Database, id: string, version: number): Promise<bigint | undefined> {
  const [row] = await sql<{ incarnation: bigint }[]>`
    select incarnation from formatter_template where id = ${id} and version = ${version}
    union all
    select incarnation from history
    where record_id = ${id} and kind = 'FormatterTemplate' and version = ${version} and change <> 'DELETED'
    limit 1`;
  return row?.incarnation;
}

/** Returns the first `limit` template codes of the source, in order. */
export async function templateCodes(sql: Database | Transaction, source: string, limit: number): Promise<string[]> {
  const text = `select code from ${source} template order by code limit $1::int`;
  const rows = await queryReadable<{ code: string }>(sql, text, [limit]);
  return rows.map(({ code }) => code);
}

/** Returns the distinct tags of the templates of the source, in no order. */
export async function allDataTags(sql: Database, source: string): Promise<string[]> {
  const text = `select distinct tag from ${source} template, json_array_elements_text(data_tags::json) as tag
    where data_tags is not null`;
  const rows = await queryReadable<{ tag: string }>(sql, text);
  return rows.map(({ tag }) => tag);
}
