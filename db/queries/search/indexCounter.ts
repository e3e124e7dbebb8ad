import { quoteName } from './searchColumns.ts';

/**
 * The number of rows of an index table is added up by its triggers in `search_index_count`: a count of all records reads
 * a few rows there, however large the table is. Each writing session adds to one of 32 rows of the index, so that sessions
 * hardly wait for each other. A snapshot shows the counter and the table at the same moment.
 */

const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Creates the triggers of an empty index table. A counter of an earlier table of this name starts again. */
export const createCounter = (index: string): string => `select create_index_counter(${quoteText(index)})`;

export const dropCounter = (index: string): string =>
  `delete from search_index_count where index = ${quoteText(index)}`;

/**
 * Returns a query of the total of all rows: by the counter, or by counting `rows` where a table of an earlier release has
 * none.
 *
 * @param index an SQL expression, the name of the table
 */
export const countAll = (index: string, rows: string): string =>
  `select coalesce((select sum(rows)::bigint from search_index_count where index = ${index}),
    (select count(*) from ${rows})) as total`;

/** As {@link countAll}, for one table. */
export const countTable = (index: string): string => countAll(quoteText(index), `search.${quoteName(index)}`);
