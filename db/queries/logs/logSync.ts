/** Maximum number of ids in an index.sync job. */
export const IDS_PER_SYNC = 500;

/**
 * Returns a statement that inserts an index.sync outbox row for every 500 logs of a source.
 *
 * @param source  a table or a common table expression with a column `id`
 * @param context an SQL expression of the JSON text of the context that the index.sync jobs carry
 */
export const logSyncRows = (source: string, context: string): string => `
  insert into outbox (id, queue, data)
  select gen_random_uuid(), 'index.sync',
    json_build_object('kind', 'Log', 'ids', json_agg(id), 'context', ${context}::json)::text
  from (select id, (row_number() over () - 1) / ${IDS_PER_SYNC} as part from ${source}) numbered
  group by part`;
