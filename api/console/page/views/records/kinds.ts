import { newestOf, textMembers } from '../../../../../domain/savedQueries/listSearch.ts';
import type { Filtering } from '../../common/api.ts';
import type { Loaded } from '../../common/load.ts';
import { useLoad } from '../../common/load.ts';
import { type Interface, type Kind, loadInterface, type Schema } from '../../common/schema.ts';

export type RecordOf = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly auditInfo?: { version?: number; whoEdited?: string; whenEdited?: string };
};

export const useInterface = (): Loaded<Interface> => useLoad(loadInterface, []);

export const kindPath = ({ path }: Kind): string => `/api/v2/${path}`;

/** Returns the path of a record of the kind. */
export const recordPath = (kind: Kind, id: string): string => `${kindPath(kind)}/${encodeURIComponent(id)}`;

export const canBeSaved = ({ offers }: Kind): boolean => offers.has('PUT /{idOrCode}') && offers.has('POST ');
export const canBeDeleted = ({ offers }: Kind): boolean => offers.has('DELETE /{idOrCode}');
export const hasHistory = ({ offers }: Kind): boolean => offers.has('GET /{idOrCode}/history');
export const canBeImported = ({ offers }: Kind): boolean =>
  offers.has('POST /diff/file') && offers.has('POST /diff/save');
export const canBeExported = ({ offers }: Kind): boolean => offers.has('POST /backup');

export const nameOf = (record: RecordOf): string => String(record['code'] ?? record['name'] ?? record.id);

/** Kinds with a dedicated view. */
export const dedicatedViews: Readonly<Record<string, readonly string[]>> = {
  Job: ['jobs'],
  Schedule: ['schedules'],
  Notification: ['notifications'],
  FormatterTemplate: ['templates'],
};

/** The list of a kind; other lists show the first short members. */
interface ListOfKind {
  /** The member that leads to the record, in place of its id. */
  readonly link: string;
  /** The most important first: narrow screens show two of them. */
  readonly members: readonly string[];
  /** What the times are of. */
  readonly times: string;
  /** What a search for a text reads, in place of the words of codes, names and descriptions. */
  readonly texts: string;
}

const lists: Readonly<Record<string, ListOfKind>> = {
  Log: {
    link: 'startDate',
    members: ['resultCode', 'resultMessage', 'logTypeCode', 'ownerType', 'ownerId'],
    times: 'Started',
    texts: 'Request or response contains',
  },
};

/** Returns the member that leads to a record of the kind in its list; undefined if its code or id does. */
export const linkMemberOf = ({ name }: Kind): string | undefined => lists[name]?.link;

/** Returns how many members a narrow screen shows beside the name: of most kinds, what is in the first one is not known. */
export const narrowMembers = ({ name }: Kind): number => (lists[name] ? 2 : 1);

/** Returns the default order of a list; undefined for the default order of the service. */
export function defaultSort({ path }: Kind): Filtering['sort'] {
  const column = newestOf(path);
  return column === undefined ? undefined : [{ column, direction: 'DESC' }];
}

/** Returns what the times of a list are of. */
export const timesLabel = ({ name }: Kind): string => lists[name]?.times ?? 'Edited';

/** Returns the label of a search for texts, and the members that it reads; undefined if the kind has only that for words. */
export function textsOf({ name, path }: Kind): { label: string; members: readonly string[] } | undefined {
  const members = textMembers(path);
  return members && { label: lists[name]?.texts ?? 'Text', members };
}

/** Returns whether the service searches the kind for words, and the members that have them. */
export const wordMembersOf = ({ schema }: Kind): readonly string[] =>
  ['code', 'name', 'description'].filter((name) => schema.properties?.[name]);

const MAX_SHOWN = 4;

/** Returns the members that a list can show beside the name: short ones, those that it shows at first before the others. */
export function shortMembers(
  kind: Kind,
  resolve: (schema: Schema) => Schema,
): { shown: readonly string[]; optional: readonly string[] } {
  const long = new Set([
    'id',
    'code',
    'description',
    'form',
    'icon',
    'source',
    'request',
    'response',
    'log',
    'expression',
    'content',
  ]);
  const short = Object.entries(kind.schema.properties ?? {})
    .filter(([name, schema]) => !long.has(name) && isScalar(resolve(schema)))
    .map(([name]) => name);
  const own = lists[kind.name]?.members ?? short.slice(0, MAX_SHOWN);
  return { shown: own.filter((name) => short.includes(name)), optional: short.filter((name) => !own.includes(name)) };
}

const isScalar = ({ type, enum: values }: Schema): boolean =>
  values !== undefined || ['string', 'number', 'integer', 'boolean'].includes(type ?? '');
