import type { Log } from '../../../../client/api.ts';
import { viewFilters } from '../../../../domain/savedQueries/listSearch.ts';
import { searchPage } from '../common/api.ts';
import { duration } from '../common/format.ts';
import { LIST_REFRESH_MS, useLoad } from '../common/load.ts';
import type { Location } from '../common/router.ts';
import { isoOfField } from '../common/zone.ts';
import { ChoiceFilter, Filters, TextFilter } from '../parts/filters.tsx';
import { BreakableName } from '../parts/inlineText.tsx';
import { useColumnChoice } from '../parts/list/columnChoice.tsx';
import { ListBar } from '../parts/list/listBar.tsx';
import { PagedTable } from '../parts/list/pagedTable.tsx';
import { selectionOf } from '../parts/list/timeRange.tsx';
import { sortingOf, sortOf } from '../parts/order/columnTitle.tsx';
import { pageOf } from '../parts/pager.tsx';
import type { Column } from '../parts/table.tsx';
import { Json } from '../parts/values/json.tsx';
import { Time } from '../parts/values/time.tsx';
import { View } from '../parts/view.tsx';

const SIZE = 50;
const outcomes = [
  ['200', 'Succeeded'],
  ['failed', 'Failed'],
  ['unknown', 'Unknown'],
] as const;

/** Shows JSON as a tree, with the JSON in its member `body`; another text as it is. */
function Payload({ text, of }: { text: string; of: string }) {
  const read = parsed(text);
  if (typeof read !== 'object' || read === null) return <pre>{text}</pre>;
  const { body }: { body?: unknown } = read;
  const inner = typeof body === 'string' ? parsed(body) : undefined;
  return <Json value={inner === undefined ? read : { ...read, body: inner }} of={of} />;
}

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
  const filters = viewFilters('audit', location.query, isoOfField);
  const page = pageOf(location);
  const sorting = sortingOf(location, 'startDate');
  const loaded = useLoad(
    (signal) => searchPage<Log>('logs', { filters, sort: sortOf(sorting), page, size: SIZE }, signal),
    [selectionOf(location)],
    LIST_REFRESH_MS,
    location.query.toString(),
  );
  const { shown, chooser } = useColumnChoice('audit', columns);
  return (
    <View title="Audit" pending={loaded.data === undefined && !loaded.error}>
      <Filters location={location}>
        <TextFilter location={location} name="operation" label="Operation" />
        <TextFilter location={location} name="request" label="Request contains" />
        <TextFilter location={location} name="who" label="User" />
        <ChoiceFilter location={location} name="outcome" label="Result" choices={outcomes} />
        <TextFilter location={location} name="from" label="From" type="datetime-local" />
        <TextFilter location={location} name="to" label="Until" type="datetime-local" />
      </Filters>
      <ListBar location={location} times="Time">
        {chooser}
      </ListBar>
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
            <Payload text={request} of="request" />
            {response !== '' && <Payload text={response} of="response" />}
          </>
        )}
        sorting={sorting}
        columns={shown}
      />
    </View>
  );
}

const columns: readonly Column<Log>[] = [
  {
    title: 'Time',
    names: true,
    sort: '-startDate',
    cell: ({ startDate }) => <Time at={startDate} />,
  },
  { title: 'User', wide: true, sort: 'auditInfo.whoInserted', cell: ({ auditInfo }) => auditInfo?.whoInserted },
  {
    title: 'Operation',
    opens: true,
    sort: 'ownerId',
    cell: (log) => (
      <>
        <BreakableName of={log.ownerId.replace('/api/v2', '')} /> <span class="quiet">{parameters(log)}</span>
      </>
    ),
  },
  {
    title: 'Result',
    sort: 'resultCode',
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
    sort: '-duration',
    cell: ({ duration: ms, resultCode }) => (resultCode ? duration((ms ?? 0) / 1_000) : ''),
  },
  { title: 'Correlation id', optional: true, cell: ({ correlationId }) => <span class="code">{correlationId}</span> },
];
