import { allDataTags } from '../../db/queries/documents/templateRows.ts';
import { readableRows } from '../access/reach.ts';
import { foldCase } from '../filtering/folding.ts';
import { formatterTemplate } from '../kinds/processing/formatterTemplate.ts';
import type { Services } from '../ports/services.ts';

/** Returns those data tags of the templates in the caller's reach that contain `search`, without duplicates, sorted by code point; ignores case. */
export async function dataTags(services: Services, search = ''): Promise<string> {
  const folded = foldCase(search.trim());
  const tags = (await allDataTags(services.sql, readableRows(services, formatterTemplate))).filter((tag) =>
    foldCase(tag).includes(folded),
  );
  return JSON.stringify(tags.sort(byCodePoint));
}

/** The order of PostgreSQL's collation C. JavaScript compares UTF-16 code units instead. */
const byCodePoint = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
