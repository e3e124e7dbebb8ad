import type { RecordTable } from './recordStatements.ts';

/**
 * Returns SQL of a record as JSON text, from a row of its table, with the records that responses embed in it as the same
 * snapshot has them. Those out of the caller's reach are masked afterwards.
 */
export const recordTextOf = (table: Pick<RecordTable, 'embeds'>, row: string): string => embeddedIn(table, textOf(row));

/** Returns SQL of a text of a record with the records that responses embed in it. */
export const embeddedIn = ({ embeds }: Pick<RecordTable, 'embeds'>, text: string): string =>
  embeds.reduce(
    (inner, { member, table }) => `(
      select case when whole.id is null then one.text
        else replace(one.text, '"${member}":' || (one.text::json -> '${member}')::text, '"${member}":' || ${textOf('whole')}) end
      from (select ${inner} as text offset 0) one
      left join ${table} whole on whole.id = (one.text::json #>> '{${member},id}')::uuid)`,
    text,
  );

const textOf = (row: string): string => `left(${row}.doc, -1) || ',"auditInfo":' || ${row}.audit || '}'`;
