type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Number of records of each page of a list. */
export const LIST_SIZE = 50;

/** Returns a path with the members of a query that are not undefined. */
export function withQuery(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return `${path}${search === '' ? '' : `?${search}`}`;
}

/** Returns the path of a search for a page of records, which are counted up to the depth of searches. */
export const searchPath = (kind: string, filtering: object): string =>
  withQuery(`/api/v2/${kind}/search/page`, { filtering: JSON.stringify(filtering), total: false });

const newest = (column: string): object => ({ sort: [{ column, direction: 'DESC' }] });
const paged = (filtering: object): object => ({ ...filtering, page: 0, size: LIST_SIZE });

/** Returns the paths that a view requests first if it is opened by a link without a query; none of a view that is not listed. */
export function requestsOfLink(hash: string): string[] {
  const [, view = '', one = '', of] = /^#\/([\w-]+)(?:\/([\w.-]+)(?:\/([\w-]+))?)?$/.exec(hash) ?? [];
  switch (view) {
    case 'jobs':
      return one === ''
        ? [searchPath('jobs', paged({ filters: [], ...newest('auditInfo.whenInserted') }))]
        : [
            `/api/v2/jobs/${one}`,
            searchPath('job-steps', paged({ filters: [{ column: 'jobId', value: one }], sort: [] })),
            `/api/v2/jobs/${one}/chain`,
          ];
    case 'notifications':
      return [
        one === ''
          ? searchPath(view, paged({ filters: [], ...newest('auditInfo.whenInserted') }))
          : `/api/v2/notifications/${one}`,
      ];
    case 'records':
      return one === '' ? [INTERFACE] : [INTERFACE, ...requestsOfRecords(one, of)];
    default:
      return [];
  }
}

/** The part of the OpenAPI document that views of records need. */
export const INTERFACE = '/console/interface';

function requestsOfRecords(kind: string, id: string | undefined): string[] {
  if (id !== undefined) return [`/api/v2/${kind}/${id}`, `/api/v2/${kind}/${id}/history`];
  // Other lists have the order of the service.
  return [searchPath(kind, paged({ ...(kind === 'logs' && newest('startDate')), filters: [] }))];
}
