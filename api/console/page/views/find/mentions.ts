import { type Filter, searchPage } from '../../common/api.ts';
import { href } from '../../common/router.ts';
import { columnsOf, type Interface, type Kind, type Schema } from '../../common/schema.ts';
import { dedicatedViews, nameOf, type RecordOf } from '../records/kinds.ts';

const SIZE = 20;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The records of a kind that have a text as their id or code, or name another record by it. */
export interface Mentions {
  readonly kind: Kind;
  readonly records: readonly RecordOf[];
  readonly total: number;
}

/** Returns the members of a kind that identify it or another record. */
function identifyingMembers({ schema }: Kind, resolve: Interface['resolve'], text: string): string[] {
  const isUuid = uuid.test(text);
  return columnsOf(schema, resolve).filter((column) => {
    const of = memberAt(schema, column, resolve);
    if (of.type !== 'string' || of.enum) return false;
    if (of.format === 'uuid') return isUuid;
    return of.format === undefined && /(^|\.)(id|code|\w+(Id|Code))$/.test(column);
  });
}

/** Returns the schema of a dotted member. */
const memberAt = (schema: Schema, column: string, resolve: Interface['resolve']): Schema =>
  column.split('.').reduce<Schema>((of, name) => resolve(of.properties?.[name] ?? {}), schema);

/** Finds the text in all kinds that the caller may read. A kind with none is left out. */
export async function findMentions(
  { kinds, resolve }: Interface,
  text: string,
  signal: AbortSignal,
): Promise<Mentions[]> {
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const or: Filter[] = identifyingMembers(kind, resolve, text).map((column) => ({ column, value: text }));
      if (or.length === 0) return [];
      const page = await searchPage<RecordOf>(kind.path, { filters: [{ or }], size: SIZE }, signal);
      return page.totalElements === 0 ? [] : [{ kind, records: page.content, total: page.totalElements }];
    }),
  );
  const isIt = ({ records }: Mentions): boolean => records.some(({ id, ...rest }) => [id, rest['code']].includes(text));
  return found.flat().toSorted((one, other) => Number(isIt(other)) - Number(isIt(one)));
}

/** Returns the members of a record that have the text. */
export function mentioningMembers(record: RecordOf, text: string): string[] {
  const walk = (value: unknown, path: string): string[] => {
    if (value === text) return [path];
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
    return Object.entries(value).flatMap(([name, inside]) => walk(inside, path === '' ? name : `${path}.${name}`));
  };
  return walk(record, '');
}

/** Returns the link to a record: to its own view, if its kind has one. */
export function linkOf(kind: Kind, record: RecordOf): string {
  if (kind.name === 'JobStep') return href(['jobs', String(record['jobId'])], { name: String(record['name']) });
  return href([...(dedicatedViews[kind.name] ?? ['records', kind.path]), record.id]);
}

/** Returns the name of a record in the list: that of a step or a Job says more than its id. */
export const recordTitle = (kind: Kind, record: RecordOf): string =>
  kind.name === 'Job' ? String(record['jobType']) : nameOf(record);
