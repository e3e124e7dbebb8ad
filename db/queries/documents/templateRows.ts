import type { Database, Transaction } from '../../client.ts';

export interface TemplateVersionRow {
  readonly id: string;
  readonly incarnation: bigint;
  readonly version: number;
  readonly code: string;
}

/**
 * Returns the current versions of the templates with these codes.
 *
 * @param source the table, or a subquery with its columns
 */
export async function templateVersions(
  sql: Database | Transaction,
  source: string,
  codes: readonly string[],
): Promise<TemplateVersionRow[]> {
  return sql<TemplateVersionRow[]>`
    select id, incarnation, version, code from ${sql.unsafe(source)} template where code = any(${[...codes]}::text[])`;
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

/** Returns the first `limit` template codes of the source, in order. */
export async function templateCodes(sql: Database | Transaction, source: string, limit: number): Promise<string[]> {
  const rows = await sql<{ code: string }[]>`
    select code from ${sql.unsafe(source)} template order by code limit ${limit}`;
  return rows.map(({ code }) => code);
}

/** Returns the distinct tags of the templates of the source, in no order. */
export async function allDataTags(sql: Database, source: string): Promise<string[]> {
  const rows = await sql<{ tag: string }[]>`
    select distinct tag from ${sql.unsafe(source)} template, json_array_elements_text(data_tags::json) as tag
    where data_tags is not null`;
  return rows.map(({ tag }) => tag);
}
