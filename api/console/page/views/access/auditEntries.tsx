import type { AuditEntry } from '../../../../../client/api.ts';
import { type Filter, get, type Page } from '../../common/api.ts';

import { LIST_REFRESH_MS, useLoad } from '../../common/load.ts';
import type { Location } from '../../common/router.ts';
import { humanize } from '../../common/schema.ts';
import { ChoiceFilter, Filters, filtersFrom, isoOf, TextFilter } from '../../parts/filters.tsx';
import { PagedTable } from '../../parts/list/pagedTable.tsx';
import { pageOf } from '../../parts/pager.tsx';
import { Time } from '../../parts/values/time.tsx';
import { View } from '../../parts/view.tsx';

const SIZE = 50;
const outcomes = [
  ['SUCCEEDED', 'Succeeded'],
  ['REFUSED', 'Refused'],
] as const;

function filtersOf({ query }: Location): Filter[] {
  return filtersFrom([
    ['user', 'EQ', query.get('user') ?? undefined],
    ['action', 'LIKE', query.get('action')?.replaceAll(' ', '_') ?? undefined],
    ['outcome', 'EQ', query.get('outcome') ?? undefined],
    ['at', 'GE', isoOf(query.get('from'))],
    ['at', 'LE', isoOf(query.get('to'))],
  ]);
}

/** The audit list: sign-ins, refusals, and changes of credentials and rights. */
export function AuditEntriesView({ location }: { location: Location }) {
  const filters = filtersOf(location);
  const page = pageOf(location);
  const sort = [{ column: 'at', direction: 'DESC' }];
  const loaded = useLoad(
    (signal) =>
      get<Page<AuditEntry>>('/api/v2/audit-entries', {
        query: { filtering: JSON.stringify({ filters, sort, page, size: SIZE }) },
        signal,
      }),
    [filters, page],
    LIST_REFRESH_MS,
  );
  return (
    <View title="Sign-ins and refusals" pending={loaded.data === undefined && !loaded.error}>
      <Filters location={location}>
        <TextFilter location={location} name="user" label="User" />
        <TextFilter location={location} name="action" label="Action" />
        <ChoiceFilter location={location} name="outcome" label="Result" choices={outcomes} />
        <TextFilter location={location} name="from" label="From" type="datetime-local" />
        <TextFilter location={location} name="to" label="Until" type="datetime-local" />
      </Filters>
      <PagedTable
        caption="Sign-ins and refusals"
        loaded={loaded}
        location={location}
        page={page}
        size={SIZE}
        keyOf={({ id }) => id ?? ''}
        empty="No entry matches."
        columns={[
          { title: 'Time', names: true, cell: ({ at }) => <Time at={at} /> },
          {
            title: 'User',
            cell: ({ user, keyName }) => (
              <>
                {user} {keyName && <span class="quiet">{keyName}</span>}
              </>
            ),
          },
          { title: 'Action', cell: ({ action }) => humanize(action.replaceAll('_', ' ').toLowerCase()) },
          {
            title: 'Target',
            wide: true,
            cell: ({ target, count, changes }) => (
              <>
                <span class="clip">{target ?? (count !== undefined && `${count} records`)}</span>
                {changes && <div class="quiet wide">{changes}</div>}
              </>
            ),
          },
          {
            title: 'Result',
            cell: ({ outcome, reason }) => (
              <>
                <span class={`status ${outcome === 'SUCCEEDED' ? 'good' : 'bad'}`}>{outcome.toLowerCase()}</span>
                {reason && <div class="quiet wide">{reason}</div>}
              </>
            ),
          },
          { title: 'Address', wide: true, cell: ({ address }) => address },
        ]}
      />
    </View>
  );
}
