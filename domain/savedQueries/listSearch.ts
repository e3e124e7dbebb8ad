type Operator = 'EQ' | 'NE' | 'LIKE' | 'IN' | 'GE' | 'LE' | 'IS_NULL' | 'IS_NOT_NULL';

/** A condition of a list, as the interface has it. */
export interface ListFilter {
  readonly column: string;
  readonly operator?: Operator;
  readonly value?: string;
  readonly isNested?: boolean;
  readonly nestedPath?: string;
}

export interface ListOrder {
  readonly column: string;
  readonly direction: 'ASC' | 'DESC';
}

/** What a list of the console searches. */
export interface ListSearch {
  readonly filters: readonly (ListFilter | { readonly or: readonly ListFilter[] })[];
  readonly fulltext?: string;
  readonly sort?: readonly ListOrder[];
}

/** Returns a time that an address has without a zone as ISO 8601 in UTC; undefined if it is none. */
export type ReadTime = (local: string | null) => string | undefined;

const MINUTE_MS = 60_000;

/** Ranges that end now, by their name in the address of a list. */
export const timeRanges = [
  { name: '15m', label: 'Last 15 minutes', ms: 15 * MINUTE_MS },
  { name: '1h', label: 'Last hour', ms: 60 * MINUTE_MS },
  { name: '1d', label: 'Last day', ms: 1_440 * MINUTE_MS },
] as const;

/** Returns the name of the range of an address; undefined if it has none. */
export function rangeOf(query: URLSearchParams, fallback?: string): string | undefined {
  if (query.get('from') || query.get('to')) return undefined;
  return query.get('range') ?? fallback;
}

/**
 * Returns the filters of the times of an address: `from` and `to`, or else `range`, which is counted from now.
 *
 * @param fallback the range of an address without any
 */
function timeFilters(query: URLSearchParams, column: string, readTime: ReadTime, fallback?: string): ListFilter[] {
  const name = rangeOf(query, fallback);
  const ms = timeRanges.find((range) => range.name === name)?.ms;
  const from = ms === undefined ? readTime(query.get('from')) : new Date(Date.now() - ms).toISOString();
  const to = readTime(query.get('to'));
  return [
    ...(from ? [{ column, operator: 'GE' as const, value: from }] : []),
    ...(to ? [{ column, operator: 'LE' as const, value: to }] : []),
  ];
}

/** Returns the order of an address; undefined if it has none. */
export function orderOf(query: URLSearchParams): ListOrder | undefined {
  const column = query.get('sort');
  return column ? { column, direction: query.get('dir') === 'DESC' ? 'DESC' : 'ASC' } : undefined;
}

/** Returns a filter if the address has a value of the name. */
function filterOf(query: URLSearchParams, name: string, column: string, operator: Operator): ListFilter[] {
  const value = query.get(name);
  return value ? [{ column, operator, value }] : [];
}

/** Returns the filters for a status of Jobs or steps as it is shown. Jobs of earlier releases have no cause. */
export function statusFilters(shown: string | null): ListFilter[] {
  if (!shown) return [];
  if (shown === 'OPEN') return [{ column: 'status', operator: 'IN', value: 'NEW,IN_PROGRESS' }];
  if (shown === 'CANCELLED') return [{ column: 'cause', operator: 'EQ', value: shown }];
  return [
    { column: 'status', operator: 'EQ', value: shown },
    ...(shown === 'FAILED' ? [{ column: 'cause', operator: 'NE' as const, value: 'CANCELLED' }] : []),
  ];
}

/** The time of acceptance of Jobs and notifications. Every record has it, and an order by it is fast. */
export const ACCEPTED = 'auditInfo.whenInserted';
const LOGGED = 'startDate';

function addressFilters(address: string | null): ListFilter[] {
  if (!address) return [];
  const column = address.includes('@') || /[a-z]/i.test(address) ? 'email' : 'phone';
  return [{ column, operator: 'LIKE', value: address, isNested: true, nestedPath: 'notificationTo' }];
}

function resultFilters(outcome: string | null): ListFilter[] {
  if (outcome === '200') return [{ column: 'resultCode', operator: 'EQ', value: '200' }];
  if (outcome === 'unknown') return [{ column: 'resultCode', operator: 'IS_NULL' }];
  if (outcome !== 'failed') return [];
  return [
    { column: 'resultCode', operator: 'NE', value: '200' },
    { column: 'resultCode', operator: 'IS_NOT_NULL' },
  ];
}

/** A list with members of its own in its address. */
interface View {
  /** The path of its kind. */
  readonly kind: string;
  /** Names of the members of its address beside the times and the order. */
  readonly members: readonly string[];
  readonly newest: string;
  readonly filters: (query: URLSearchParams) => ListFilter[];
}

/** Lists by their path in the console. */
const views = {
  jobs: {
    kind: 'jobs',
    members: ['type', 'status', 'text'],
    newest: ACCEPTED,
    filters: (query) => [
      ...filterOf(query, 'type', 'jobType', 'LIKE'),
      ...statusFilters(query.get('status')),
      ...filterOf(query, 'text', 'data', 'LIKE'),
    ],
  },
  notifications: {
    kind: 'notifications',
    members: ['status', 'template', 'ownerType', 'owner', 'address'],
    newest: ACCEPTED,
    filters: (query) => [
      ...filterOf(query, 'status', 'status', 'EQ'),
      ...filterOf(query, 'template', 'templateCode', 'EQ'),
      ...filterOf(query, 'ownerType', 'ownerType', 'EQ'),
      ...filterOf(query, 'owner', 'ownerId', 'EQ'),
      ...addressFilters(query.get('address')),
    ],
  },
  audit: {
    kind: 'logs',
    members: ['operation', 'request', 'who', 'outcome'],
    newest: LOGGED,
    filters: (query) => [
      { column: 'logTypeCode', operator: 'EQ', value: 'OPERATOR_ACTION' },
      ...filterOf(query, 'operation', 'ownerId', 'LIKE'),
      ...filterOf(query, 'request', 'request', 'LIKE'),
      ...filterOf(query, 'who', 'auditInfo.whoInserted', 'EQ'),
      ...resultFilters(query.get('outcome')),
    ],
  },
} satisfies Readonly<Record<string, View>>;

const filtersOf = ({ filters, newest }: View, query: URLSearchParams, readTime: ReadTime): ListFilter[] => [
  ...filters(query),
  ...timeFilters(query, newest, readTime),
];

/** Returns the filters of a list that has members of its own in its address. */
export const viewFilters = (view: keyof typeof views, query: URLSearchParams, readTime: ReadTime): ListFilter[] =>
  filtersOf(views[view], query, readTime);

/**
 * Members that a search for a text reads in place of the words of codes, names and descriptions, by the path of the kind. The
 * search engine may have no index of them, so a search without times reads the records of a range.
 */
const texts: Readonly<Record<string, { readonly members: readonly string[]; readonly range: string }>> = {
  logs: { members: ['request', 'response', 'resultMessage', 'description', 'relatedData'], range: '1d' },
};

export const textMembers = (kind: string): readonly string[] | undefined => texts[kind]?.members;

/** Returns the range of a search for texts without a time; undefined if it has none. */
export const rangeOfTexts = (kind: string, query: URLSearchParams): string | undefined =>
  query.get('q') ? texts[kind]?.range : undefined;

/** Returns the member that orders a list of records, newest first, if the list has an order without one in its address. */
export const newestOf = (kind: string): string | undefined => (kind === 'logs' ? LOGGED : undefined);

/** Returns the member whose times select records of a list. */
const timesOf = (kind: string): string => newestOf(kind) ?? 'auditInfo.whenEdited';

/** Returns the rows of the form in the address of a list of records. */
export function rowsOf(query: URLSearchParams): ListFilter[] {
  try {
    const rows: unknown = JSON.parse(query.get('f') ?? '[]');
    return Array.isArray(rows) ? rows : [];
  } catch {
    return [];
  }
}

/** Returns the search of a list of records of a kind. */
export function recordSearch(kind: string, query: URLSearchParams, readTime: ReadTime): ListSearch {
  const newest = newestOf(kind);
  const order = orderOf(query) ?? (newest === undefined ? undefined : { column: newest, direction: 'DESC' as const });
  const fulltext = query.get('q');
  const members = fulltext ? textMembers(kind) : undefined;
  const alternatives = members?.map((column) => ({ column, operator: 'LIKE' as const, value: fulltext ?? '' }));
  return {
    // In the order of the requests that the page sends before its script has arrived.
    ...(order && { sort: [order] }),
    filters: [
      ...rowsOf(query).filter(({ column }) => column !== ''),
      ...(alternatives ? [{ or: alternatives }] : []),
      ...timeFilters(query, timesOf(kind), readTime, rangeOfTexts(kind, query)),
    ],
    ...(fulltext && !members && { fulltext }),
  };
}

/** What the address of a list of the console means. */
export interface ListOfView {
  /** The path of the kind that the list shows. */
  readonly kind: string;
  /** Names that the address may have. */
  readonly members: readonly string[];
  readonly search: (query: URLSearchParams, readTime: ReadTime) => ListSearch;
}

const arrangement = ['from', 'to', 'range', 'sort', 'dir'];

/** Paths of lists that have members of their own. */
export const viewPaths = Object.keys(views);

/** Returns what the address of a list means, by its path in the console; undefined if no list has the path. */
export function listOfView(path: string): ListOfView | undefined {
  const view = new Map<string, View>(Object.entries(views)).get(path);
  if (view)
    return {
      kind: view.kind,
      members: [...view.members, ...arrangement],
      search: (query, readTime) => ({
        filters: filtersOf(view, query, readTime),
        sort: [orderOf(query) ?? { column: view.newest, direction: 'DESC' }],
      }),
    };
  const [, kind] = /^records\/([\w-]+)$/.exec(path) ?? [];
  if (kind === undefined) return undefined;
  return {
    kind,
    members: ['f', 'q', ...arrangement],
    search: (query, readTime) => recordSearch(kind, query, readTime),
  };
}
