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
  Notification: ['notifications'],
  FormatterTemplate: ['templates'],
};

/** Members and order of the lists of some kinds; other lists show the first short members. */
const lists: Readonly<Record<string, { members: readonly string[]; newest: string }>> = {
  Log: { members: ['startDate', 'logTypeCode', 'ownerType', 'ownerId', 'resultCode'], newest: 'startDate' },
};

/** Returns the default order of a list; undefined for the default order of the service. */
export const defaultSort = ({ name }: Kind): Filtering['sort'] =>
  lists[name] && [{ column: lists[name].newest, direction: 'DESC' }];

/** Returns the members that a list shows beside the name: short members, in the declared order. */
export function shortMembers(kind: Kind, resolve: (schema: Schema) => Schema): string[] {
  const own = lists[kind.name]?.members;
  if (own) return own.filter((name) => kind.schema.properties?.[name]);
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
  return Object.entries(kind.schema.properties ?? {})
    .filter(([name, schema]) => !long.has(name) && isScalar(resolve(schema)))
    .map(([name]) => name)
    .slice(0, 4);
}

const isScalar = ({ type, enum: values }: Schema): boolean =>
  values !== undefined || ['string', 'number', 'integer', 'boolean'].includes(type ?? '');
