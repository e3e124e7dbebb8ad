import type { Log } from '../../../../client/api.ts';
import { type Filter, searchPage } from '../common/api.ts';
import { duration, moment } from '../common/format.ts';
import { LIST_REFRESH_MS, useLoad } from '../common/load.ts';
import type { Location } from '../common/router.ts';
import { ChoiceFilter, Filters, filtersFrom, isoOf, TextFilter } from '../parts/filters.tsx';
import { PagedTable } from '../parts/list/pagedTable.tsx';
import { pageOf } from '../parts/pager.tsx';
import { View } from '../parts/view.tsx';

const SIZE = 50;
const outcomes = [
  ['200', 'Succeeded'],
  ['failed', 'Failed'],
  ['unknown', 'Unknown'],
] as const;

function filtersOf({ query }: Location): Filter[] {
  const filters = filtersFrom([
    ['logTypeCode', 'EQ', 'OPERATOR_ACTION'],
    ['ownerId', 'LIKE', query.get('operation') ?? undefined],
    ['request', 'LIKE', query.get('request') ?? undefined],
    ['auditInfo.whoInserted', 'EQ', query.get('who') ?? undefined],
    ['startDate', 'GE', isoOf(query.get('from'))],
    ['startDate', 'LE', isoOf(query.get('to'))],
  ]);
  switch (query.get('outcome')) {
    case '200':
      return [...filters, { column: 'resultCode', value: '200' }];
    case 'failed':
      return [
        ...filters,
        { column: 'resultCode', operator: 'NE', value: '200' },
        { column: 'resultCode', operator: 'IS_NOT_NULL' },
      ];
    case 'unknown':
      return [...filters, { column: 'resultCode', operator: 'IS_NULL' }];
    default:
      return filters;
  }
}

/** Indents JSON, and the JSON in its member `body`. */
const pretty = (text: string): string => {
  const read = parsed(text);
  if (read === undefined) return text;
  const { body }: { body?: unknown } = read ?? {};
  const inner = typeof body === 'string' ? parsed(body) : undefined;
  return JSON.stringify(inner === undefined ? read : { ...(read as object), body: inner }, null, 2);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns the parameters of the path and the query: `name step.logs`. */
function parameters({ request }: Log): string {
  try {
    const { params, query }: { params: Record<string, string>; query: Record<string, string> } = JSON.parse(request);
    return Object.entries({ ...params, ...query })
      .map(([name, value]) => `${name} ${value}`)
      .join(', ');
  } catch {
    return '';
  }
}

export function AuditView({ location }: { location: Location }) {
  const filters = filtersOf(location);
  const page = pageOf(location);
  const loaded = useLoad(
    (signal) =>
      searchPage<Log>(
        'logs',
        { filters, sort: [{ column: 'startDate', direction: 'DESC' }], page, size: SIZE },
        signal,
      ),
    [filters, page],
    LIST_REFRESH_MS,
  );
  return (
    <View title="Audit">
      <Filters location={location}>
        <TextFilter location={location} name="operation" label="Operation" />
        <TextFilter location={location} name="request" label="Request contains" />
        <TextFilter location={location} name="who" label="User" />
        <ChoiceFilter location={location} name="outcome" label="Result" choices={outcomes} />
        <TextFilter location={location} name="from" label="From" type="datetime-local" />
        <TextFilter location={location} name="to" label="Until" type="datetime-local" />
      </Filters>
      <PagedTable
        caption="Actions of operators"
        loaded={loaded}
        location={location}
        page={page}
        size={SIZE}
        keyOf={({ id }) => id ?? ''}
        empty="No action matches."
        details={({ description, request, response }) => (
          <>
            <p class="quiet">{description}</p>
            <pre>{pretty(request)}</pre>
            {response !== '' && <pre>{pretty(response)}</pre>}
          </>
        )}
        columns={[
          { title: 'Time', names: true, cell: ({ startDate }) => <span class="nowrap">{moment(startDate)}</span> },
          { title: 'User', wide: true, cell: ({ auditInfo }) => auditInfo?.whoInserted },
          {
            title: 'Operation',
            opens: true,
            cell: (log) => (
              <>
                {log.ownerId.replace('/api/v2', '')} <span class="quiet">{parameters(log)}</span>
              </>
            ),
          },
          {
            title: 'Result',
            cell: ({ resultCode, resultMessage }) =>
              resultCode === undefined ? (
                <span class="status warn">unknown</span>
              ) : (
                <span class={`status ${resultCode === '200' ? 'good' : 'bad'}`} title={resultMessage}>
                  {resultCode === '200' ? 'succeeded' : resultCode}
                </span>
              ),
          },
          {
            title: 'Duration',
            figures: true,
            wide: true,
            cell: ({ duration: ms, resultCode }) => (resultCode ? duration((ms ?? 0) / 1_000) : ''),
          },
        ]}
      />
    </View>
  );
}
