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
  /** The member that orders the list, newest first, and whose times can be chosen. */
  readonly newest: string;
  /** What the times are of. */
  readonly times: string;
  /**
   * The members that a search for a text reads, in place of the words of codes, names and descriptions. The search engine
   * may have no index of them, so a search reads the records of a time range.
   */
  readonly texts: { readonly members: readonly string[]; readonly label: string; readonly range: string };
}

const lists: Readonly<Record<string, ListOfKind>> = {
  Log: {
    link: 'startDate',
    members: ['resultCode', 'resultMessage', 'logTypeCode', 'ownerType', 'ownerId'],
    newest: 'startDate',
    times: 'Started',
    texts: {
      members: ['request', 'response', 'resultMessage', 'description', 'relatedData'],
      label: 'Request or response contains',
      range: '1d',
    },
  },
};

/** Returns the member that leads to a record of the kind in its list; undefined if its code or id does. */
export const linkMemberOf = ({ name }: Kind): string | undefined => lists[name]?.link;

/** Returns how many members a narrow screen shows beside the name: of most kinds, what is in the first one is not known. */
export const narrowMembers = ({ name }: Kind): number => (lists[name] ? 2 : 1);

/** Returns the default order of a list; undefined for the default order of the service. */
export const defaultSort = ({ name }: Kind): Filtering['sort'] =>
  lists[name] && [{ column: lists[name].newest, direction: 'DESC' }];

/** Returns the column of the times of a list, and what these are of. */
export const timesOf = ({ name }: Kind): { column: string; label: string } => ({
  column: lists[name]?.newest ?? 'auditInfo.whenEdited',
  label: lists[name]?.times ?? 'Edited',
});

/** Returns the search for texts of a kind; undefined if it has only that for words. */
export const textsOf = ({ name }: Kind): ListOfKind['texts'] | undefined => lists[name]?.texts;

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
