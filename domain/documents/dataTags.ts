import { allDataTags } from '../../db/queries/documents/templateRows.ts';
import { foldCase } from '../filtering/folding.ts';
import type { Services } from '../ports/services.ts';

/** The data tags of all templates, each once and sorted by code point; those that hold `search`, whatever the case. */
export async function dataTags(services: Services, search = ''): Promise<string> {
  const wanted = foldCase(search.trim());
  const tags = (await allDataTags(services.sql)).filter((tag) => foldCase(tag).includes(wanted));
  return JSON.stringify(tags.sort(byCodePoint));
}

/** As PostgreSQL sorts in the collation C, and unlike JavaScript, which goes by UTF-16. */
const byCodePoint = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
